import { addressOrEmpty } from '../../src/plugin-api/manifest.ts'
import { defineService, secret, sendStarred } from '../../src/plugin-api/service.ts'

export default defineService({
  id: 'karakeep',
  api: '1.23',
  icon: 'save',
  help: 'https://docs.karakeep.app/',
  requires: ['karakeepEndpoint', 'karakeepToken'],
  fields: {
    karakeepEndpoint: addressOrEmpty,
    karakeepToken: secret,
    sendStarred,
  },
  permissions: ['highlights:read', 'net:{karakeepEndpoint}'],
})
