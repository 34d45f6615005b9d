import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'logseq',
  version: '1.0.0',
  api: '1.20',
  enabledBy: 'enableLogseq',
  icon: 'note',
  requires: ['logseqToken'],
  settings: z.object({
    enableLogseq: z.boolean().default(false),
    logseqPage: z.string().trim().min(1).max(200).default('Lectern'),
    logseqEndpoint: z.url({ protocol: /^https?$/ }).default('http://localhost:12315'),
    sendStarred: z.boolean().default(false),
  }),
  secrets: ['logseqToken'],
  fields: ['logseqToken', 'logseqPage', 'sendStarred', 'logseqEndpoint'],
  permissions: ['entries:read', 'entries:save', 'net:{logseqEndpoint}'],
  sendWhen: { starred: { setting: 'sendStarred', call: 'save' } },
  commands: [{ id: 'logseq:check', title: 'check', keywords: 'checkKeywords', call: 'check', scope: 'read' }],
  contributes: { saves: [{}] },
})
