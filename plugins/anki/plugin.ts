import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'anki',
  version: '1.0.0',
  api: '1.20',
  enabledBy: 'enableAnki',
  icon: 'highlight',
  settings: z.object({
    enableAnki: z.boolean().default(false),
    ankiDeck: z.string().trim().min(1).max(200).default('Lectern'),
    ankiModel: z.string().trim().min(1).max(200).default('Basic'),
    ankiEndpoint: z.url({ protocol: /^https?$/ }).default('http://localhost:8765'),
    sendNewHighlights: z.boolean().default(false),
  }),
  secrets: ['ankiKey'],
  fields: [
    'ankiDeck',
    'ankiModel',
    'sendNewHighlights',
    { title: 'fields.api', fields: ['ankiEndpoint', 'ankiKey'] },
  ],
  permissions: ['entries:read', 'highlights:read', 'events', 'net:{ankiEndpoint}'],
  sendWhen: {
    highlighted: { setting: 'sendNewHighlights', call: 'highlights' },
    noted: { setting: 'sendNewHighlights', call: 'highlights' },
  },
  commands: [
    {
      id: 'anki:send-highlights',
      title: 'send',
      keywords: 'sendKeywords',
      call: 'highlights',
      scope: 'save',
    },
    { id: 'anki:check', title: 'check', keywords: 'checkKeywords', call: 'check', scope: 'read' },
  ],
})
