import { addressOrEmpty } from '../../src/plugin-api/manifest.ts'
import { defineService, secret, sendStarred } from '../../src/plugin-api/service.ts'

export default defineService({
  id: 'linkwarden',
  api: '1.17',
  icon: 'link',
  help: 'https://docs.linkwarden.app/',
  requires: ['linkwardenEndpoint', 'linkwardenToken'],
  fields: {
    linkwardenEndpoint: addressOrEmpty,
    linkwardenToken: secret,
    sendStarred,
  },
  permissions: ['net:{linkwardenEndpoint}'],
})
