import type { Feature } from '../feature.ts'

export const audit: Feature = {
  id: 'audit',
  screens: [
    {
      path: '/audit',
      titleKey: 'sources:audit.title',
      load: () => import('./audit-page.tsx'),
      command: { id: 'audit', keys: ['g w'], icon: 'tidy' },
      columnPosition: 50,
    },
  ],
}
