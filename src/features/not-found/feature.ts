import type { Feature } from '../feature.ts'
import type { ReplaceProps } from './replace-dialog.tsx'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    'replace-feed': ReplaceProps
  }
}

export const notFound: Feature = {
  id: 'not-found',
  loadStores: () => import('../../model/replacement/index.ts'),
  screens: [
    { path: '*', titleKey: 'app:notFound.title', load: () => import('./not-found-page.tsx') },
    {
      path: '/feed-not-found/:feedId',
      titleKey: 'app:feedNotFound.title',
      load: () => import('./feed-not-found-page.tsx'),
    },
  ],
  dialogs: [{ id: 'replace-feed', load: () => import('./replace-dialog.tsx') }],
  background: () => import('./detect-missing-feed.ts'),
}
