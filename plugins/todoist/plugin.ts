import { addressOf, defineService, secret, sendStarred } from '../../src/plugin-api/service.ts'

export default defineService({
  id: 'todoist',
  api: '1.17',
  icon: 'done',
  help: 'https://developer.todoist.com/api/v1/',
  requires: ['todoistToken'],
  fields: {
    todoistToken: secret,
    sendStarred,
    todoistEndpoint: addressOf('https://api.todoist.com'),
  },
  permissions: ['net:{todoistEndpoint}'],
})
