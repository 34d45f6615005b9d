import {
  addressOf,
  defineService,
  secret,
  sendNewHighlights,
  sendStarred,
} from '../../src/plugin-api/service.ts'

export default defineService({
  id: 'pinboard',
  api: '1.24',
  icon: 'tag',
  help: 'https://pinboard.in/settings/password',
  requires: ['pinboardToken'],
  fields: {
    pinboardToken: secret,
    sendStarred,
    sendNewHighlights,
    pinboardEndpoint: addressOf('https://api.pinboard.in'),
  },
  permissions: ['net:{pinboardEndpoint}'],
})
