import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

export const column = { id: 'minutes', title: 'column', width: 4 } as const

export default definePlugin({
  id: 'reading-time',
  version: '1.0.0',
  api: '1.20',
  enabledBy: 'enableReadingTime',
  icon: 'time',
  settings: z.object({
    enableReadingTime: z.boolean().default(false),
    markReadingTime: z.boolean().default(true),
    shortMinutes: z.number().int().min(1).max(600).default(3),
    longMinutes: z.number().int().min(1).max(600).default(15),
  }),
  secrets: [],
  showWhen: {
    shortMinutes: { setting: 'markReadingTime', is: [true] },
    longMinutes: { setting: 'markReadingTime', is: [true] },
  },
  permissions: ['entries:read'],
  contributes: { listColumn: [column] },
})
