import type { Feature } from '../feature.ts'

export const discover: Feature = {
  id: 'discover',
  screens: [
    {
      path: '/discover/*',
      titleKey: 'app:discover.title',
      load: () => import('./discover-page.tsx'),
      command: { id: 'discover', path: '/discover', keys: ['g d', '$mod+t'], icon: 'discover' },
      columnPosition: 10,
    },
  ],
}
