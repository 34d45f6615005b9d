import { addressOf, defineService, secret, sendStarred } from '../../src/plugin-api/service.ts'

export default defineService({
  id: 'pinboard',
  api: '1.17',
  icon: 'tag',
  help: 'https://pinboard.in/settings/password',
  requires: ['pinboardToken'],
  fields: {
    pinboardToken: secret,
    sendStarred,
    pinboardEndpoint: addressOf('https://api.pinboard.in'),
  },
  permissions: ['net:{pinboardEndpoint}'],
})
