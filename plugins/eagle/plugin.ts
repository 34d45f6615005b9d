import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'eagle',
  version: '1.0.0',
  api: '1.17',
  enabledBy: 'enableEagle',
  icon: 'picture',
  settings: z.object({
    enableEagle: z.boolean().default(false),
    eagleEndpoint: z.url({ protocol: /^https?$/ }).default('http://localhost:41595'),
    sendStarred: z.boolean().default(false),
  }),
  secrets: [],
  permissions: ['entries:read', 'entries:save', 'net:{eagleEndpoint}'],
  sendWhen: { starred: { setting: 'sendStarred', call: 'save' } },
  contributes: { saves: [{}] },
})
