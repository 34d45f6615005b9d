import { addressOrEmpty } from '../../src/plugin-api/manifest.ts'
import { defineService, secret, sendStarred } from '../../src/plugin-api/service.ts'

export default defineService({
  id: 'linkding',
  api: '1.17',
  icon: 'link',
  help: 'https://linkding.link/api/',
  requires: ['linkdingEndpoint', 'linkdingToken'],
  fields: {
    linkdingEndpoint: addressOrEmpty,
    linkdingToken: secret,
    sendStarred,
  },
  permissions: ['net:{linkdingEndpoint}'],
})
