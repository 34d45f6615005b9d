import type { Feature } from '../feature.ts'

export const notFound: Feature = {
  id: 'not-found',
  screens: [{ path: '*', titleKey: 'app:notFound.title', load: () => import('./index.ts') }],
}
