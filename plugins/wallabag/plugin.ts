import { addressOrEmpty, definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'wallabag',
  version: '1.0.0',
  api: '1.17',
  enabledBy: 'enableWallabag',
  icon: 'article',
  requires: [
    'wallabagEndpoint',
    'wallabagClientId',
    'wallabagClientSecret',
    'wallabagUsername',
    'wallabagPassword',
  ],
  settings: z.object({
    enableWallabag: z.boolean().default(false),
    wallabagEndpoint: addressOrEmpty,
    wallabagClientId: z.string().trim().max(200).default(''),
    wallabagUsername: z.string().trim().max(200).default(''),
    sendStarred: z.boolean().default(false),
  }),
  help: 'https://doc.wallabag.org/developer/api/oauth/',
  secrets: ['wallabagClientSecret', 'wallabagPassword'],
  fields: [
    'wallabagEndpoint',
    'wallabagClientId',
    'wallabagClientSecret',
    'wallabagUsername',
    'wallabagPassword',
    'sendStarred',
  ],
  permissions: ['entries:read', 'entries:save', 'values', 'net:{wallabagEndpoint}'],
  sendWhen: { starred: { setting: 'sendStarred', call: 'save' } },
  commands: [
    { id: 'wallabag:check', title: 'check', keywords: 'checkKeywords', call: 'check', scope: 'read' },
  ],
  contributes: { saves: [{}] },
})
