import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'readwise',
  version: '1.0.0',
  api: '1.17',
  enabledBy: 'enableReadwise',
  icon: 'highlight',
  requires: ['readwiseToken'],
  settings: z.object({
    enableReadwise: z.boolean().default(false),
    saveSummaryAsDescription: z.boolean().default(true),
    readwiseEndpoint: z.url({ protocol: /^https?$/ }).default('https://readwise.io'),
    sendStarred: z.boolean().default(false),
    sendNewHighlights: z.boolean().default(false),
  }),
  help: 'https://readwise.io/access_token',
  secrets: ['readwiseToken'],
  permissions: ['entries:read', 'entries:save', 'highlights:read', 'events', 'net:{readwiseEndpoint}'],
  sendWhen: {
    starred: { setting: 'sendStarred', call: 'save' },
    highlighted: { setting: 'sendNewHighlights', call: 'highlights' },
    noted: { setting: 'sendNewHighlights', call: 'highlights' },
  },
  commands: [
    {
      id: 'readwise:send-highlights',
      title: 'sendHighlights',
      keywords: 'sendHighlightsKeywords',
      call: 'highlights',
      scope: 'save',
    },
    {
      id: 'readwise:check-token',
      title: 'check',
      keywords: 'checkKeywords',
      call: 'check',
      scope: 'read',
    },
  ],
  contributes: { saves: [{}] },
})
