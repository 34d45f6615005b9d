import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'ntfy',
  version: '1.0.0',
  api: '1.17',
  enabledBy: 'enableNtfy',
  icon: 'notification',
  requires: ['ntfyTopic'],
  settings: z.object({
    enableNtfy: z.boolean().default(false),
    ntfyEndpoint: z.url({ protocol: /^https?$/ }).default('https://ntfy.sh'),
    ntfyTopic: z.string().trim().max(64).default(''),
    sendStarred: z.boolean().default(false),
  }),
  help: 'https://docs.ntfy.sh/publish/',
  secrets: ['ntfyToken'],
  fields: ['ntfyTopic', 'ntfyToken', 'ntfyEndpoint', 'sendStarred'],
  permissions: ['entries:read', 'entries:save', 'entries:change', 'net:{ntfyEndpoint}'],
  actions: [{ name: 'send', operand: { type: 'text', maxLength: 500 } }],
  sendWhen: { starred: { setting: 'sendStarred', call: 'save' } },
  commands: [{ id: 'ntfy:check', title: 'check', keywords: 'checkKeywords', call: 'check', scope: 'save' }],
  contributes: { saves: [{}] },
})
