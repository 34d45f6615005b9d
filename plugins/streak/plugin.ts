import { definePlugin, z } from '../../src/plugin-api/manifest.ts'
import contributes from './contributes.ts'

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
  contributes,
})
