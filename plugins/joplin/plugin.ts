import { addressOf, defineService, secret, sendFolder, sendStarred } from '../../src/plugin-api/service.ts'

export default defineService({
  id: 'joplin',
  api: '1.24',
  icon: 'note',
  help: 'https://joplinapp.org/help/api/references/rest_api/',
  requires: ['joplinToken'],
  fields: {
    joplinToken: secret,
    sendFolder,
    sendStarred,
    joplinEndpoint: addressOf('http://localhost:41184'),
  },
  permissions: ['highlights:read', 'net:{joplinEndpoint}'],
})
