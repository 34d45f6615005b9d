import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'slack',
  version: '1.0.0',
  api: '1.17',
  enabledBy: 'enableSlack',
  icon: 'social',
  requires: ['slackWebhook'],
  settings: z.object({
    enableSlack: z.boolean().default(false),
    sendStarred: z.boolean().default(false),
  }),
  help: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks',
  secrets: ['slackWebhook'],
  fields: ['slackWebhook', 'sendStarred'],
  permissions: ['entries:read', 'entries:save', 'entries:change', 'net:{slackWebhook}'],
  actions: [{ name: 'send', operand: { type: 'text', maxLength: 500 } }],
  sendWhen: { starred: { setting: 'sendStarred', call: 'save' } },
  commands: [{ id: 'slack:check', title: 'check', keywords: 'checkKeywords', call: 'check', scope: 'save' }],
  contributes: { saves: [{}] },
})
