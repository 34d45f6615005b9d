import { z } from '../../src/plugin-api/manifest.ts'
import { addressOf, defineService, secret, sendStarred } from '../../src/plugin-api/service.ts'

export default defineService({
  id: 'bluesky',
  api: '1.17',
  icon: 'social',
  help: 'https://docs.bsky.app/docs/advanced-guides/posts',
  requires: ['blueskyHandle', 'blueskyPassword'],
  fields: {
    blueskyHandle: z.string().trim().max(253).default(''),
    blueskyPassword: secret,
    blueskyEndpoint: addressOf('https://bsky.social'),
    sendStarred,
  },
  permissions: ['net:{blueskyEndpoint}'],
  takesMessages: true,
})
