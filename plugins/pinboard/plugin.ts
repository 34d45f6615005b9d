import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'pinboard',
  version: '1.0.0',
  api: '1.17',
  enabledBy: 'enablePinboard',
  icon: 'tag',
  requires: ['pinboardToken'],
  settings: z.object({
    enablePinboard: z.boolean().default(false),
    pinboardEndpoint: z.url({ protocol: /^https?$/ }).default('https://api.pinboard.in'),
    sendStarred: z.boolean().default(false),
  }),
  help: 'https://pinboard.in/settings/password',
  secrets: ['pinboardToken'],
  fields: ['pinboardToken', 'sendStarred', 'pinboardEndpoint'],
  permissions: ['entries:read', 'entries:save', 'net:{pinboardEndpoint}'],
  sendWhen: { starred: { setting: 'sendStarred', call: 'save' } },
  commands: [
    { id: 'pinboard:check', title: 'check', keywords: 'checkKeywords', call: 'check', scope: 'read' },
  ],
  contributes: { saves: [{}] },
})
