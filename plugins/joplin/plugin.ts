import { addressOf, defineService, secret, sendStarred } from '../../src/plugin-api/service.ts'

export default defineService({
  id: 'joplin',
  api: '1.23',
  icon: 'note',
  help: 'https://joplinapp.org/help/api/references/rest_api/',
  requires: ['joplinToken'],
  fields: {
    joplinToken: secret,
    sendStarred,
    joplinEndpoint: addressOf('http://localhost:41184'),
  },
  permissions: ['highlights:read', 'net:{joplinEndpoint}'],
})
