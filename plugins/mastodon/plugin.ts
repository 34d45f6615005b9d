import { addressOrEmpty, definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'mastodon',
  version: '1.0.0',
  api: '1.19',
  enabledBy: 'enableMastodon',
  icon: 'social',
  settings: z.object({
    enableMastodon: z.boolean().default(false),
    mastodonEndpoint: addressOrEmpty,
    mastodonVisibility: z.enum(['public', 'unlisted', 'private']).default('public'),
    sendStarred: z.boolean().default(false),
  }),
  requires: ['mastodonEndpoint', ['mastodonToken', 'signIn']],
  // docs.joinmastodon.org/methods/apps and /methods/oauth
  signIn: {
    authorize: '{mastodonEndpoint}/oauth/authorize',
    token: '{mastodonEndpoint}/oauth/token',
    revoke: '{mastodonEndpoint}/oauth/revoke',
    scopes: ['read:accounts', 'write:statuses'],
    client: { register: '{mastodonEndpoint}/api/v1/apps' },
    account: { url: '{mastodonEndpoint}/api/v1/accounts/verify_credentials', field: 'username' },
  },
  help: 'https://docs.joinmastodon.org/methods/statuses/',
  secrets: ['mastodonToken'],
  fields: ['mastodonEndpoint', 'mastodonToken', 'mastodonVisibility', 'sendStarred'],
  permissions: ['entries:read', 'entries:save', 'entries:change', 'net:{mastodonEndpoint}'],
  actions: [{ name: 'send', operand: { type: 'text', maxLength: 500 } }],
  sendWhen: { starred: { setting: 'sendStarred', call: 'save' } },
  commands: [
    { id: 'mastodon:check', title: 'check', keywords: 'checkKeywords', call: 'check', scope: 'read' },
  ],
  contributes: { saves: [{}] },
})
