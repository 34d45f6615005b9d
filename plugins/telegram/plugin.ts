import { z } from '../../src/plugin-api/manifest.ts'
import {
  addressOf,
  defineService,
  secret,
  sendNewHighlights,
  sendStarred,
} from '../../src/plugin-api/service.ts'

export default defineService({
  id: 'telegram',
  api: '1.24',
  icon: 'share',
  help: 'https://core.telegram.org/bots/api#sendmessage',
  requires: ['telegramToken', 'telegramChat'],
  fields: {
    telegramToken: secret,
    telegramChat: z.string().trim().max(100).default(''),
    telegramEndpoint: addressOf('https://api.telegram.org'),
    sendStarred,
    sendNewHighlights,
  },
  permissions: ['net:{telegramEndpoint}'],
  takesMessages: true,
  checkSends: true,
})
