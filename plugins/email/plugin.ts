import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'email',
  version: '1.0.0',
  api: '1.17',
  enabledBy: 'enableEmail',
  icon: 'share',
  settings: z.object({
    enableEmail: z.boolean().default(false),
    emailWholeText: z.boolean().default(true),
    emailSubjectPrefix: z.string().trim().max(60).default(''),
    sendStarred: z.boolean().default(false),
  }),
  secrets: [],
  permissions: ['entries:read', 'entries:save', 'mail:self'],
  sendWhen: { starred: { setting: 'sendStarred', call: 'save' } },
  contributes: { saves: [{ needs: 'entry' }] },
})
