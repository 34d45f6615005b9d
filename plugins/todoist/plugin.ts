import { addressOf, defineService, secret, sendFolder, sendStarred } from '../../src/plugin-api/service.ts'

export default defineService({
  id: 'todoist',
  api: '1.24',
  icon: 'done',
  help: 'https://developer.todoist.com/api/v1/',
  requires: ['todoistToken'],
  fields: {
    todoistToken: secret,
    sendFolder,
    sendStarred,
    todoistEndpoint: addressOf('https://api.todoist.com'),
  },
  permissions: ['highlights:read', 'net:{todoistEndpoint}'],
})
