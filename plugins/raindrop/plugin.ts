import { z } from '../../src/plugin-api/manifest.ts'
import {
  addressOf,
  defineService,
  secret,
  sendFolder,
  sendNewHighlights,
  sendStarred,
} from '../../src/plugin-api/service.ts'

export default defineService({
  id: 'raindrop',
  api: '1.24',
  icon: 'save',
  help: 'https://developer.raindrop.io/',
  requires: [['raindropToken', 'signIn']],
  fields: {
    raindropToken: secret,
    raindropClientId: z.string().trim().max(200).default(''),
    raindropClientSecret: secret,
    sendFolder,
    sendStarred,
    sendNewHighlights,
    raindropEndpoint: addressOf('https://api.raindrop.io'),
    raindropSite: addressOf('https://raindrop.io'),
  },
  environment: z.object({
    RAINDROP_CLIENT_ID: z.string().default(''),
    RAINDROP_CLIENT_SECRET: z.string().default(''),
  }),
  permissions: ['net:{raindropEndpoint}', 'net:{raindropSite}'],
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
})
