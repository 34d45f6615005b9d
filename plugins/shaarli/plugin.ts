import { addressOrEmpty, definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'shaarli',
  version: '1.0.0',
  api: '1.17',
  enabledBy: 'enableShaarli',
  icon: 'share',
  requires: ['shaarliEndpoint', 'shaarliToken'],
  settings: z.object({
    enableShaarli: z.boolean().default(false),
    shaarliEndpoint: addressOrEmpty,
    sendStarred: z.boolean().default(false),
  }),
  help: 'https://shaarli.github.io/api-documentation/',
  secrets: ['shaarliToken'],
  fields: ['shaarliEndpoint', 'shaarliToken', 'sendStarred'],
  permissions: ['entries:read', 'entries:save', 'net:{shaarliEndpoint}'],
  sendWhen: { starred: { setting: 'sendStarred', call: 'save' } },
  commands: [
    { id: 'shaarli:check', title: 'check', keywords: 'checkKeywords', call: 'check', scope: 'read' },
  ],
  contributes: { saves: [{}] },
})
