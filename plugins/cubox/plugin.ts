import { definePlugin, z } from '../../src/plugin-api/manifest.ts'
import { sendNewHighlights, sendsEachHighlight } from '../../src/plugin-api/service.ts'

export default definePlugin({
  id: 'cubox',
  version: '1.0.0',
  api: '1.24',
  enabledBy: 'enableCubox',
  icon: 'save',
  requires: ['cuboxToken'],
  settings: z.object({
    enableCubox: z.boolean().default(false),
    enableCuboxAutoMemo: z.boolean().default(false),
    saveSummaryAsDescription: z.boolean().default(false),
    sendStarred: z.boolean().default(false),
    sendNewHighlights,
  }),
  secrets: ['cuboxToken'],
  permissions: ['entries:read', 'entries:save', 'highlights:read', 'events', 'net:{cuboxToken}'],
  sendWhen: { starred: { setting: 'sendStarred', call: 'save' }, ...sendsEachHighlight },
  contributes: { saves: [{}] },
})
