import type { Contributes } from '../../src/plugin-api/contributes.ts'

export const rows = {
  screen: {
    path: '/streak',
    title: 'title',
    intro: 'intro',
    row: { icon: 'time', command: 'streak:open' },
  },
  open: { id: 'streak:open', title: 'open', keywords: 'openKeywords', kind: 'view', icon: 'time' },
} as const

export default { screen: [rows.screen], command: [rows.open] } satisfies Contributes
