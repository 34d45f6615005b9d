import type { Feature } from '../feature.ts'

export const feedNotFound: Feature = {
  id: 'feed-not-found',
  screens: [
    {
      path: '/feed-not-found/:feedId',
      titleKey: 'app:feedNotFound.title',
      load: () => import('./index.ts'),
    },
  ],
  background: () => import('./detect.ts'),
}
