import { addressOrEmpty, definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'linkding',
  version: '1.0.0',
  api: '1.17',
  enabledBy: 'enableLinkding',
  icon: 'link',
  requires: ['linkdingEndpoint', 'linkdingToken'],
  settings: z.object({
    enableLinkding: z.boolean().default(false),
    linkdingEndpoint: addressOrEmpty,
    sendStarred: z.boolean().default(false),
  }),
  help: 'https://linkding.link/api/',
  secrets: ['linkdingToken'],
  fields: ['linkdingEndpoint', 'linkdingToken', 'sendStarred'],
  permissions: ['entries:read', 'entries:save', 'net:{linkdingEndpoint}'],
  sendWhen: { starred: { setting: 'sendStarred', call: 'save' } },
  commands: [
    { id: 'linkding:check', title: 'check', keywords: 'checkKeywords', call: 'check', scope: 'read' },
  ],
  contributes: { saves: [{}] },
})
