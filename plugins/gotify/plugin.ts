import { addressOrEmpty } from '../../src/plugin-api/manifest.ts'
import { defineService, secret, sendNewHighlights, sendStarred } from '../../src/plugin-api/service.ts'

export default defineService({
  id: 'gotify',
  api: '1.24',
  icon: 'notification',
  help: 'https://gotify.net/docs/pushmsg',
  requires: ['gotifyEndpoint', 'gotifyToken'],
  fields: {
    gotifyEndpoint: addressOrEmpty,
    gotifyToken: secret,
    sendStarred,
    sendNewHighlights,
  },
  permissions: ['net:{gotifyEndpoint}'],
  takesMessages: true,
  checkSends: true,
})
