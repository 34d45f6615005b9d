import { addressOrEmpty } from '../../src/plugin-api/manifest.ts'
import { defineService, secret, sendNewHighlights, sendStarred } from '../../src/plugin-api/service.ts'

export default defineService({
  id: 'shaarli',
  api: '1.24',
  icon: 'share',
  help: 'https://shaarli.github.io/api-documentation/',
  requires: ['shaarliEndpoint', 'shaarliToken'],
  fields: {
    shaarliEndpoint: addressOrEmpty,
    shaarliToken: secret,
    sendStarred,
    sendNewHighlights,
  },
  permissions: ['net:{shaarliEndpoint}'],
})
