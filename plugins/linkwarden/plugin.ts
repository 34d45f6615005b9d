import { addressOrEmpty } from '../../src/plugin-api/manifest.ts'
import { defineService, secret, sendFolder, sendStarred } from '../../src/plugin-api/service.ts'

export default defineService({
  id: 'linkwarden',
  api: '1.24',
  icon: 'link',
  help: 'https://docs.linkwarden.app/',
  requires: ['linkwardenEndpoint', 'linkwardenToken'],
  fields: {
    linkwardenEndpoint: addressOrEmpty,
    linkwardenToken: secret,
    sendFolder,
    sendStarred,
  },
  permissions: ['highlights:read', 'net:{linkwardenEndpoint}'],
})
