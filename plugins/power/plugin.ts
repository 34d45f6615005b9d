import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'power',
  version: '1.0.0',
  api: '1.3',
  enabledBy: 'enablePower',
  settings: z.object({ enablePower: z.boolean().default(false) }),
  secrets: [],
  permissions: ['power'],
})
