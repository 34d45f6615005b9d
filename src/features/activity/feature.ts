import type { Feature } from '../feature.ts'

export const activity: Feature = {
  id: 'activity',
  screens: [
    {
      path: '/activity',
      titleKey: 'sources:activity.title',
      load: () => import('./activity-page.tsx'),
      command: { id: 'activity', keys: ['g y'], icon: 'activity' },
      columnPosition: 40,
    },
  ],
}
