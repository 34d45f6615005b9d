import { defineService, secret, sendStarred } from '../../src/plugin-api/service.ts'

export default defineService({
  id: 'discord',
  api: '1.17',
  icon: 'social',
  help: 'https://docs.discord.com/developers/resources/webhook',
  requires: ['discordWebhook'],
  fields: {
    discordWebhook: secret,
    sendStarred,
  },
  permissions: ['net:{discordWebhook}'],
  takesMessages: true,
  checkSends: true,
})
