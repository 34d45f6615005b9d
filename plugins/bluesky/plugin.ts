import { z } from '../../src/plugin-api/manifest.ts'
import {
  addressOf,
  defineService,
  secret,
  sendNewHighlights,
  sendStarred,
} from '../../src/plugin-api/service.ts'

export default defineService({
  id: 'bluesky',
  api: '1.24',
  icon: 'social',
  help: 'https://docs.bsky.app/docs/advanced-guides/posts',
  requires: ['blueskyHandle', 'blueskyPassword'],
  fields: {
    blueskyHandle: z.string().trim().max(253).default(''),
    blueskyPassword: secret,
    blueskyEndpoint: addressOf('https://bsky.social'),
    sendStarred,
    sendNewHighlights,
  },
  permissions: ['net:{blueskyEndpoint}'],
  takesMessages: true,
})
