import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'power',
  version: '1.0.0',
  api: '1.17',
  enabledBy: 'enablePower',
  icon: 'power',
  hasScreens: true,
  settings: z.object({ enablePower: z.boolean().default(false) }),
  secrets: [],
  permissions: ['power'],
  keysWhileOff: { 'entry:tip': '$mod+Shift+t' },
  hiddenBy: 'hidePower',
  // The balance stands below the subscriptions.
  activation: ['start'],
})
