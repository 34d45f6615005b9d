import { addressOrEmpty, definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'readeck',
  version: '1.0.0',
  api: '1.0',
  enabledBy: 'enableReadeck',
  settings: z.object({
    enableReadeck: z.boolean().default(false),
    readeckEndpoint: addressOrEmpty,
  }),
  secrets: ['readeckToken'],
  permissions: ['entries:read', 'net:{readeckEndpoint}'],
})
