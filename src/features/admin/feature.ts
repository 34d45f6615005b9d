import type { Feature } from '../feature.ts'

export const admin: Feature = {
  id: 'admin',
  screens: [
    {
      path: '/admin',
      titleKey: 'sources:admin.title',
      access: 'admin',
      load: () => import('./admin-page.tsx'),
      command: { id: 'admin', keys: ['g v'], icon: 'data' },
      columnPosition: 70,
    },
  ],
}
