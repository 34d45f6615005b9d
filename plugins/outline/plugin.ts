import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'outline',
  version: '1.0.0',
  api: '1.0',
  enabledBy: 'enableOutline',
  settings: z.object({
    enableOutline: z.boolean().default(false),
    outlineEndpoint: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
    outlineCollection: z.string().default(''),
  }),
  secrets: ['outlineToken'],
  permissions: ['entries:read', 'net:{outlineEndpoint}'],
})
