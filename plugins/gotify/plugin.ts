import { addressOrEmpty, definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'gotify',
  version: '1.0.0',
  api: '1.17',
  enabledBy: 'enableGotify',
  icon: 'notification',
  requires: ['gotifyEndpoint', 'gotifyToken'],
  settings: z.object({
    enableGotify: z.boolean().default(false),
    gotifyEndpoint: addressOrEmpty,
    sendStarred: z.boolean().default(false),
  }),
  help: 'https://gotify.net/docs/pushmsg',
  secrets: ['gotifyToken'],
  fields: ['gotifyEndpoint', 'gotifyToken', 'sendStarred'],
  permissions: ['entries:read', 'entries:save', 'entries:change', 'net:{gotifyEndpoint}'],
  actions: [{ name: 'send', operand: { type: 'text', maxLength: 500 } }],
  sendWhen: { starred: { setting: 'sendStarred', call: 'save' } },
  commands: [{ id: 'gotify:check', title: 'check', keywords: 'checkKeywords', call: 'check', scope: 'save' }],
  contributes: { saves: [{}] },
})
