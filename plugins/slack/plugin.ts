import { defineService, secret, sendStarred } from '../../src/plugin-api/service.ts'

export default defineService({
  id: 'slack',
  api: '1.17',
  icon: 'social',
  help: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks',
  requires: ['slackWebhook'],
  fields: {
    slackWebhook: secret,
    sendStarred,
  },
  permissions: ['net:{slackWebhook}'],
  takesMessages: true,
  checkSends: true,
})
