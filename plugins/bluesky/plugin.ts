import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'bluesky',
  version: '1.0.0',
  api: '1.17',
  enabledBy: 'enableBluesky',
  icon: 'social',
  requires: ['blueskyHandle', 'blueskyPassword'],
  settings: z.object({
    enableBluesky: z.boolean().default(false),
    blueskyHandle: z.string().trim().max(253).default(''),
    blueskyEndpoint: z.url({ protocol: /^https?$/ }).default('https://bsky.social'),
    sendStarred: z.boolean().default(false),
  }),
  help: 'https://docs.bsky.app/docs/advanced-guides/posts',
  secrets: ['blueskyPassword'],
  fields: ['blueskyHandle', 'blueskyPassword', 'blueskyEndpoint', 'sendStarred'],
  permissions: ['entries:read', 'entries:save', 'entries:change', 'net:{blueskyEndpoint}'],
  actions: [{ name: 'send', operand: { type: 'text', maxLength: 500 } }],
  sendWhen: { starred: { setting: 'sendStarred', call: 'save' } },
  commands: [
    { id: 'bluesky:check', title: 'check', keywords: 'checkKeywords', call: 'check', scope: 'read' },
  ],
  contributes: { saves: [{}] },
})
