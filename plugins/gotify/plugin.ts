import { addressOrEmpty } from '../../src/plugin-api/manifest.ts'
import { defineService, secret, sendStarred } from '../../src/plugin-api/service.ts'

export default defineService({
  id: 'gotify',
  api: '1.17',
  icon: 'notification',
  help: 'https://gotify.net/docs/pushmsg',
  requires: ['gotifyEndpoint', 'gotifyToken'],
  fields: {
    gotifyEndpoint: addressOrEmpty,
    gotifyToken: secret,
    sendStarred,
  },
  permissions: ['net:{gotifyEndpoint}'],
  takesMessages: true,
  checkSends: true,
})
