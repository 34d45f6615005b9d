import { addressOrEmpty } from '../../src/plugin-api/manifest.ts'
import { defineService, secret, sendNewHighlights, sendStarred } from '../../src/plugin-api/service.ts'

export default defineService({
  id: 'apprise',
  api: '1.24',
  icon: 'notification',
  help: 'https://github.com/caronc/apprise-api',
  requires: ['appriseEndpoint', 'appriseKey'],
  fields: {
    appriseEndpoint: addressOrEmpty,
    appriseKey: secret,
    sendStarred,
    sendNewHighlights,
  },
  permissions: ['net:{appriseEndpoint}'],
  takesMessages: true,
  checkSends: true,
})
