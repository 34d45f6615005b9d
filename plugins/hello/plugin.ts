import { addressOrEmpty, definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'hello',
  version: '1.5.0',
  api: '1.16',
  enabledBy: 'enableHello',
  icon: 'feather',
  example: true,
  settings: z.object({
    enableHello: z.boolean().default(false),
    name: z.string().max(60).default('reader'),
    helloEndpoint: addressOrEmpty,
  }),
  secrets: [],
  permissions: ['jobs', 'styles', 'entries:read', 'entries:save', 'entries:change', 'net:{helloEndpoint}'],
  styles: {
    content: `
      blockquote { padding-inline-start: 1em; border-inline-start: 3px solid var(--accent-ink); font-style: italic }
      blockquote :is(em, i) { font-style: normal }
    `,
  },
  jobs: { wave: { everyMinutes: 60 } },
  actions: ['star-long', { name: 'star-mentioning', operand: { type: 'text', maxLength: 60 } }],
  commands: [{ id: 'hello:greet', title: 'greet', keywords: 'greetKeywords', call: 'greet', scope: 'read' }],
  conditions: { 'reading-time': { type: 'number', minimum: 1, maximum: 600 } },
})
