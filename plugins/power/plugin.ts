import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'power',
  version: '1.0.0',
  api: '1.21',
  enabledBy: 'enablePower',
  icon: 'zap',
  hasScreens: true,
  settings: z.object({ enablePower: z.boolean().default(false) }),
  secrets: [],
  permissions: ['wire'],
  environment: z.object({
    /** `off`: nothing costs anything on this server. */
    POWER: z.enum(['on', 'off']).default('on'),
    /** Where users can vote for this server; empty: no link is shown. */
    PRODUCT_HUNT_VOTE_URL: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  }),
  keysWhileOff: { 'entry:tip': '$mod+Shift+t' },
  hiddenBy: 'hidePower',
  currency: 'POWER',
  // The balance stands below the subscriptions.
  activation: ['start'],
})
