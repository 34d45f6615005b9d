import { z } from '../../src/plugin-api/manifest.ts'
import {
  addressOf,
  defineService,
  secret,
  sendNewHighlights,
  sendStarred,
} from '../../src/plugin-api/service.ts'

export default defineService({
  id: 'ntfy',
  api: '1.24',
  icon: 'notification',
  help: 'https://docs.ntfy.sh/publish/',
  requires: ['ntfyTopic'],
  fields: {
    ntfyTopic: z.string().trim().max(64).default(''),
    ntfyToken: secret,
    ntfyEndpoint: addressOf('https://ntfy.sh'),
    sendStarred,
    sendNewHighlights,
  },
  permissions: ['net:{ntfyEndpoint}'],
  takesMessages: true,
  checkSends: true,
})
