import { addressOrEmpty, definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'apprise',
  version: '1.0.0',
  api: '1.17',
  enabledBy: 'enableApprise',
  icon: 'notification',
  requires: ['appriseEndpoint', 'appriseKey'],
  settings: z.object({
    enableApprise: z.boolean().default(false),
    appriseEndpoint: addressOrEmpty,
    sendStarred: z.boolean().default(false),
  }),
  help: 'https://github.com/caronc/apprise-api',
  secrets: ['appriseKey'],
  fields: ['appriseEndpoint', 'appriseKey', 'sendStarred'],
  permissions: ['entries:read', 'entries:save', 'entries:change', 'net:{appriseEndpoint}'],
  actions: [{ name: 'send', operand: { type: 'text', maxLength: 500 } }],
  sendWhen: { starred: { setting: 'sendStarred', call: 'save' } },
  commands: [
    { id: 'apprise:check', title: 'check', keywords: 'checkKeywords', call: 'check', scope: 'save' },
  ],
  contributes: { saves: [{}] },
})
