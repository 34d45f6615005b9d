import { addressOrEmpty, definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'linkwarden',
  version: '1.0.0',
  api: '1.17',
  enabledBy: 'enableLinkwarden',
  icon: 'link',
  requires: ['linkwardenEndpoint', 'linkwardenToken'],
  settings: z.object({
    enableLinkwarden: z.boolean().default(false),
    linkwardenEndpoint: addressOrEmpty,
    sendStarred: z.boolean().default(false),
  }),
  help: 'https://docs.linkwarden.app/',
  secrets: ['linkwardenToken'],
  fields: ['linkwardenEndpoint', 'linkwardenToken', 'sendStarred'],
  permissions: ['entries:read', 'entries:save', 'net:{linkwardenEndpoint}'],
  sendWhen: { starred: { setting: 'sendStarred', call: 'save' } },
  commands: [
    { id: 'linkwarden:check', title: 'check', keywords: 'checkKeywords', call: 'check', scope: 'read' },
  ],
  contributes: { saves: [{}] },
})
