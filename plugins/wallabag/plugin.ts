import { addressOrEmpty, z } from '../../src/plugin-api/manifest.ts'
import { defineService, secret, sendNewHighlights, sendStarred } from '../../src/plugin-api/service.ts'

export default defineService({
  id: 'wallabag',
  api: '1.24',
  icon: 'article',
  help: 'https://doc.wallabag.org/developer/api/oauth/',
  requires: [
    'wallabagEndpoint',
    'wallabagClientId',
    'wallabagClientSecret',
    'wallabagUsername',
    'wallabagPassword',
  ],
  fields: {
    wallabagEndpoint: addressOrEmpty,
    wallabagClientId: z.string().trim().max(200).default(''),
    wallabagClientSecret: secret,
    wallabagUsername: z.string().trim().max(200).default(''),
    wallabagPassword: secret,
    sendStarred,
    sendNewHighlights,
  },
  permissions: ['values', 'net:{wallabagEndpoint}'],
})
