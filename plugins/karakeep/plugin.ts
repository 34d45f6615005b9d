import { addressOrEmpty } from '../../src/plugin-api/manifest.ts'
import {
  defineService,
  secret,
  sendFolder,
  sendNewHighlights,
  sendStarred,
} from '../../src/plugin-api/service.ts'

export default defineService({
  id: 'karakeep',
  api: '1.24',
  icon: 'save',
  help: 'https://docs.karakeep.app/',
  requires: ['karakeepEndpoint', 'karakeepToken'],
  fields: {
    karakeepEndpoint: addressOrEmpty,
    karakeepToken: secret,
    sendFolder,
    sendStarred,
    sendNewHighlights,
  },
  permissions: ['net:{karakeepEndpoint}'],
})
