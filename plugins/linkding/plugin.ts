import { addressOrEmpty } from '../../src/plugin-api/manifest.ts'
import { defineService, secret, sendNewHighlights, sendStarred } from '../../src/plugin-api/service.ts'

export default defineService({
  id: 'linkding',
  api: '1.23',
  icon: 'link',
  help: 'https://linkding.link/api/',
  requires: ['linkdingEndpoint', 'linkdingToken'],
  fields: {
    linkdingEndpoint: addressOrEmpty,
    linkdingToken: secret,
    sendStarred,
    sendNewHighlights,
  },
  permissions: ['net:{linkdingEndpoint}'],
})
