import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'telegram',
  version: '1.0.0',
  api: '1.17',
  enabledBy: 'enableTelegram',
  icon: 'share',
  requires: ['telegramToken', 'telegramChat'],
  settings: z.object({
    enableTelegram: z.boolean().default(false),
    telegramChat: z.string().trim().max(100).default(''),
    telegramEndpoint: z.url({ protocol: /^https?$/ }).default('https://api.telegram.org'),
    sendStarred: z.boolean().default(false),
  }),
  help: 'https://core.telegram.org/bots/api#sendmessage',
  secrets: ['telegramToken'],
  fields: ['telegramToken', 'telegramChat', 'telegramEndpoint', 'sendStarred'],
  permissions: ['entries:read', 'entries:save', 'entries:change', 'net:{telegramEndpoint}'],
  actions: [{ name: 'send', operand: { type: 'text', maxLength: 500 } }],
  sendWhen: { starred: { setting: 'sendStarred', call: 'save' } },
  commands: [
    { id: 'telegram:check', title: 'check', keywords: 'checkKeywords', call: 'check', scope: 'save' },
  ],
  contributes: { saves: [{}] },
})
