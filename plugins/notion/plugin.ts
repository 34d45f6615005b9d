import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'notion',
  version: '1.0.0',
  api: '1.17',
  enabledBy: 'enableNotion',
  icon: 'note',
  requires: ['notionToken', 'notionPage'],
  settings: z.object({
    enableNotion: z.boolean().default(false),
    notionPage: z.string().trim().max(500).default(''),
    notionEndpoint: z.url({ protocol: /^https?$/ }).default('https://api.notion.com'),
    sendStarred: z.boolean().default(false),
  }),
  help: 'https://developers.notion.com/docs/create-a-notion-integration',
  secrets: ['notionToken'],
  fields: ['notionToken', 'notionPage', 'sendStarred', 'notionEndpoint'],
  permissions: ['entries:read', 'entries:save', 'net:{notionEndpoint}'],
  sendWhen: { starred: { setting: 'sendStarred', call: 'save' } },
  commands: [{ id: 'notion:check', title: 'check', keywords: 'checkKeywords', call: 'check', scope: 'read' }],
  contributes: { saves: [{}] },
})
