import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'cubox',
  version: '1.0.0',
  api: '1.17',
  enabledBy: 'enableCubox',
  icon: 'save',
  requires: ['cuboxToken'],
  settings: z.object({
    enableCubox: z.boolean().default(false),
    enableCuboxAutoMemo: z.boolean().default(false),
    saveSummaryAsDescription: z.boolean().default(false),
    sendStarred: z.boolean().default(false),
  }),
  secrets: ['cuboxToken'],
  permissions: ['entries:read', 'entries:save', 'net:{cuboxToken}'],
  sendWhen: { starred: { setting: 'sendStarred', call: 'save' } },
  contributes: { saves: [{}] },
})
