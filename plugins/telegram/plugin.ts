import { z } from '../../src/plugin-api/manifest.ts'
import { addressOf, defineService, secret, sendStarred } from '../../src/plugin-api/service.ts'

export default defineService({
  id: 'telegram',
  api: '1.17',
  icon: 'share',
  help: 'https://core.telegram.org/bots/api#sendmessage',
  requires: ['telegramToken', 'telegramChat'],
  fields: {
    telegramToken: secret,
    telegramChat: z.string().trim().max(100).default(''),
    telegramEndpoint: addressOf('https://api.telegram.org'),
    sendStarred,
  },
  permissions: ['net:{telegramEndpoint}'],
  takesMessages: true,
  checkSends: true,
})
