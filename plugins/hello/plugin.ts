import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'hello',
  version: '1.1.0',
  api: '1.8',
  enabledBy: 'enableHello',
  example: true,
  settings: z.object({
    enableHello: z.boolean().default(false),
    name: z.string().max(60).default('reader'),
  }),
  secrets: [],
  permissions: ['jobs'],
  jobs: { wave: { everyMinutes: 60 } },
})
