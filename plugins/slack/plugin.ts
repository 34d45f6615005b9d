import { defineService, secret, sendNewHighlights, sendStarred } from '../../src/plugin-api/service.ts'

export default defineService({
  id: 'slack',
  api: '1.24',
  icon: 'social',
  help: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks',
  requires: ['slackWebhook'],
  fields: {
    slackWebhook: secret,
    sendStarred,
    sendNewHighlights,
  },
  permissions: ['net:{slackWebhook}'],
  takesMessages: true,
  checkSends: true,
})
