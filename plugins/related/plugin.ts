import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

export const section = { place: 'below', title: 'section' } as const

export default definePlugin({
  id: 'related',
  version: '1.0.0',
  api: '1.20',
  enabledBy: 'enableRelated',
  icon: 'list',
  settings: z.object({
    enableRelated: z.boolean().default(false),
    relatedAmong: z.enum(['all', 'starred', 'noted']).default('all'),
  }),
  secrets: [],
  permissions: ['entries:read'],
  contributes: { entryPanel: [section] },
})
