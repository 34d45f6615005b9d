import { defineService, secret, sendNewHighlights, sendStarred } from '../../src/plugin-api/service.ts'

export default defineService({
  id: 'discord',
  api: '1.24',
  icon: 'social',
  help: 'https://docs.discord.com/developers/resources/webhook',
  requires: ['discordWebhook'],
  fields: {
    discordWebhook: secret,
    sendStarred,
    sendNewHighlights,
  },
  permissions: ['net:{discordWebhook}'],
  takesMessages: true,
  checkSends: true,
})
