import { addressOrEmpty, definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'karakeep',
  version: '1.0.0',
  api: '1.17',
  enabledBy: 'enableKarakeep',
  icon: 'save',
  requires: ['karakeepEndpoint', 'karakeepToken'],
  settings: z.object({
    enableKarakeep: z.boolean().default(false),
    karakeepEndpoint: addressOrEmpty,
    sendStarred: z.boolean().default(false),
  }),
  help: 'https://docs.karakeep.app/',
  secrets: ['karakeepToken'],
  fields: ['karakeepEndpoint', 'karakeepToken', 'sendStarred'],
  permissions: ['entries:read', 'entries:save', 'net:{karakeepEndpoint}'],
  sendWhen: { starred: { setting: 'sendStarred', call: 'save' } },
  commands: [
    { id: 'karakeep:check', title: 'check', keywords: 'checkKeywords', call: 'check', scope: 'read' },
  ],
  contributes: { saves: [{}] },
})
