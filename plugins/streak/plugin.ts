import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

export const rows = {
  screen: {
    path: '/streak',
    title: 'title',
    intro: 'intro',
    row: { icon: 'time', command: 'streak:open' },
  },
  open: { id: 'streak:open', title: 'open', keywords: 'openKeywords', kind: 'view', icon: 'time' },
} as const

export default definePlugin({
  id: 'streak',
  version: '1.1.0',
  api: '1.20',
  enabledBy: 'enableStreak',
  icon: 'time',
  settings: z.object({
    enableStreak: z.boolean().default(false),
    dailyGoal: z.number().int().min(1).max(1000).default(10),
  }),
  secrets: [],
  permissions: ['events', 'values', 'history:read'],
  events: ['read'],
  hasScreens: true,
  contributes: { screen: [rows.screen], command: [rows.open] },
})
