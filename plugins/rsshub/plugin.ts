import { definePlugin, z } from '../../src/plugin-api/manifest.ts'
import contributes from './contributes.ts'
import isOnByDefault from './on-by-default.ts'

export default definePlugin({
  id: 'rsshub',
  version: '1.0.0',
  api: '1.20',
  enabledBy: 'enableRsshub',
  icon: 'server',
  hasScreens: true,
  settings: z.object({ enableRsshub: z.boolean().default(isOnByDefault) }),
  secrets: [],
  permissions: ['wire'],
  environment: z.object({
    /** Where rsshub:// addresses lead. */
    RSSHUB_URL: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  }),
  contributes,
})
