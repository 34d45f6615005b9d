import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'raindrop',
  version: '1.0.0',
  api: '1.19',
  enabledBy: 'enableRaindrop',
  icon: 'save',
  requires: [['raindropToken', 'signIn']],
  settings: z.object({
    enableRaindrop: z.boolean().default(false),
    raindropEndpoint: z.url({ protocol: /^https?$/ }).default('https://api.raindrop.io'),
    raindropSite: z.url({ protocol: /^https?$/ }).default('https://raindrop.io'),
    raindropClientId: z.string().trim().max(200).default(''),
    sendStarred: z.boolean().default(false),
  }),
  help: 'https://developer.raindrop.io/',
  secrets: ['raindropToken', 'raindropClientSecret'],
  fields: [
    'raindropToken',
    'raindropClientId',
    'raindropClientSecret',
    'sendStarred',
    'raindropEndpoint',
    'raindropSite',
  ],
  environment: z.object({
    RAINDROP_CLIENT_ID: z.string().default(''),
    RAINDROP_CLIENT_SECRET: z.string().default(''),
  }),
  permissions: ['entries:read', 'entries:save', 'net:{raindropEndpoint}', 'net:{raindropSite}'],
  // developer.raindrop.io/v1/authentication/token
  signIn: {
    authorize: '{raindropSite}/oauth/authorize',
    token: '{raindropSite}/oauth/access_token',
    body: 'json',
    scopes: [],
    client: {
      setting: 'raindropClientId',
      secret: 'raindropClientSecret',
      variables: { id: 'RAINDROP_CLIENT_ID', secret: 'RAINDROP_CLIENT_SECRET' },
    },
    account: { url: '{raindropEndpoint}/rest/v1/user', field: 'user.fullName' },
  },
  sendWhen: { starred: { setting: 'sendStarred', call: 'save' } },
  commands: [
    { id: 'raindrop:check', title: 'check', keywords: 'checkKeywords', call: 'check', scope: 'read' },
  ],
  contributes: { saves: [{}] },
})
