import { definePlugin, z } from '../../src/plugin-api/manifest.ts'
import { sendFolder } from '../../src/plugin-api/service.ts'

export default definePlugin({
  id: 'eagle',
  version: '1.0.0',
  api: '1.24',
  enabledBy: 'enableEagle',
  icon: 'picture',
  settings: z.object({
    enableEagle: z.boolean().default(false),
    eagleEndpoint: z.url({ protocol: /^https?$/ }).default('http://localhost:41595'),
    sendFolder,
    sendStarred: z.boolean().default(false),
  }),
  secrets: [],
  permissions: ['entries:read', 'entries:save', 'values', 'net:{eagleEndpoint}'],
  sendWhen: { starred: { setting: 'sendStarred', call: 'save' } },
  contributes: { saves: [{}] },
})
