import { definePlugin, z } from '../../src/plugin-api/manifest.ts'
import { sendFolder } from '../../src/plugin-api/service.ts'

export default definePlugin({
  id: 'zotero',
  version: '1.0.0',
  api: '1.24',
  enabledBy: 'enableZotero',
  icon: 'contents',
  requires: ['zoteroUserID', 'zoteroToken'],
  settings: z.object({
    enableZotero: z.boolean().default(false),
    zoteroUserID: z.string().regex(/^\d*$/).default(''),
    zoteroEndpoint: z.url({ protocol: /^https?$/ }).default('https://api.zotero.org'),
    sendFolder,
    sendStarred: z.boolean().default(false),
  }),
  help: 'https://www.zotero.org/settings/keys',
  secrets: ['zoteroToken'],
  fields: ['zoteroUserID', 'zoteroToken', 'sendFolder', 'zoteroEndpoint'],
  permissions: ['entries:read', 'entries:save', 'highlights:read', 'values', 'net:{zoteroEndpoint}'],
  sendWhen: { starred: { setting: 'sendStarred', call: 'save' } },
  contributes: { saves: [{}] },
})
