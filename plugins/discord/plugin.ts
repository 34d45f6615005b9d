import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'discord',
  version: '1.0.0',
  api: '1.17',
  enabledBy: 'enableDiscord',
  icon: 'social',
  requires: ['discordWebhook'],
  settings: z.object({
    enableDiscord: z.boolean().default(false),
    sendStarred: z.boolean().default(false),
  }),
  help: 'https://docs.discord.com/developers/resources/webhook',
  secrets: ['discordWebhook'],
  fields: ['discordWebhook', 'sendStarred'],
  permissions: ['entries:read', 'entries:save', 'entries:change', 'net:{discordWebhook}'],
  actions: [{ name: 'send', operand: { type: 'text', maxLength: 500 } }],
  sendWhen: { starred: { setting: 'sendStarred', call: 'save' } },
  commands: [
    { id: 'discord:check', title: 'check', keywords: 'checkKeywords', call: 'check', scope: 'save' },
  ],
  contributes: { saves: [{}] },
})
