import type { Feature } from '../feature.ts'

export const activity: Feature = {
  id: 'activity',
  screens: [
    {
      path: '/activity',
      titleKey: 'sources:activity.title',
      load: () => import('./index.ts'),
      command: { id: 'activity', keys: ['g y'], icon: 'data' },
    },
  ],
}
