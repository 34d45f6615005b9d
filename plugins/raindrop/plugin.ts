import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'raindrop',
  version: '1.0.0',
  api: '1.17',
  enabledBy: 'enableRaindrop',
  icon: 'save',
  requires: ['raindropToken'],
  settings: z.object({
    enableRaindrop: z.boolean().default(false),
    raindropEndpoint: z.url({ protocol: /^https?$/ }).default('https://api.raindrop.io'),
    sendStarred: z.boolean().default(false),
  }),
  help: 'https://developer.raindrop.io/',
  secrets: ['raindropToken'],
  fields: ['raindropToken', 'sendStarred', 'raindropEndpoint'],
  permissions: ['entries:read', 'entries:save', 'net:{raindropEndpoint}'],
  sendWhen: { starred: { setting: 'sendStarred', call: 'save' } },
  commands: [
    { id: 'raindrop:check', title: 'check', keywords: 'checkKeywords', call: 'check', scope: 'read' },
  ],
  contributes: { saves: [{}] },
})
