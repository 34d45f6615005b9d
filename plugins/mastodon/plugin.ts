import { addressOrEmpty, z } from '../../src/plugin-api/manifest.ts'
import { defineService, secret, sendNewHighlights, sendStarred } from '../../src/plugin-api/service.ts'

export default defineService({
  id: 'mastodon',
  api: '1.24',
  icon: 'social',
  help: 'https://docs.joinmastodon.org/methods/statuses/',
  requires: ['mastodonEndpoint', ['mastodonToken', 'signIn']],
  fields: {
    mastodonEndpoint: addressOrEmpty,
    mastodonToken: secret,
    mastodonVisibility: z.enum(['public', 'unlisted', 'private']).default('public'),
    sendStarred,
    sendNewHighlights,
  },
  permissions: ['net:{mastodonEndpoint}'],
  // docs.joinmastodon.org/methods/apps and /methods/oauth
  signIn: {
    authorize: '{mastodonEndpoint}/oauth/authorize',
    token: '{mastodonEndpoint}/oauth/token',
    revoke: '{mastodonEndpoint}/oauth/revoke',
    scopes: ['read:accounts', 'write:statuses'],
    client: { register: '{mastodonEndpoint}/api/v1/apps' },
    account: { url: '{mastodonEndpoint}/api/v1/accounts/verify_credentials', field: 'username' },
  },
  takesMessages: true,
})
