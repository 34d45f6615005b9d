import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'joplin',
  version: '1.0.0',
  api: '1.20',
  enabledBy: 'enableJoplin',
  icon: 'note',
  requires: ['joplinToken'],
  settings: z.object({
    enableJoplin: z.boolean().default(false),
    joplinEndpoint: z.url({ protocol: /^https?$/ }).default('http://localhost:41184'),
    sendStarred: z.boolean().default(false),
  }),
  help: 'https://joplinapp.org/help/api/references/rest_api/',
  secrets: ['joplinToken'],
  fields: ['joplinToken', 'sendStarred', 'joplinEndpoint'],
  permissions: ['entries:read', 'entries:save', 'net:{joplinEndpoint}'],
  sendWhen: { starred: { setting: 'sendStarred', call: 'save' } },
  commands: [{ id: 'joplin:check', title: 'check', keywords: 'checkKeywords', call: 'check', scope: 'read' }],
  contributes: { saves: [{}] },
})
