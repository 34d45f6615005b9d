import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'readeck',
  version: '1.0.0',
  api: '1.0',
  enabledBy: 'enableReadeck',
  settings: z.object({
    enableReadeck: z.boolean().default(false),
    readeckEndpoint: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  }),
  secrets: ['readeckToken'],
  permissions: ['entries:read', 'net:{readeckEndpoint}'],
})
