import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'hello',
  version: '1.1.0',
  api: '1.9',
  enabledBy: 'enableHello',
  example: true,
  settings: z.object({
    enableHello: z.boolean().default(false),
    name: z.string().max(60).default('reader'),
  }),
  secrets: [],
  permissions: ['jobs', 'styles'],
  styles: {
    content: `
      blockquote { padding-inline-start: 1em; border-inline-start: 3px solid var(--accent-ink); font-style: italic }
      blockquote :is(em, i) { font-style: normal }
    `,
  },
  jobs: { wave: { everyMinutes: 60 } },
})
