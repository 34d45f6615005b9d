import type { Feature } from '../feature.ts'
import type { FollowProps } from './follow-dialog.tsx'
import type { PageFeedProps } from './page-feed-dialog.tsx'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    follow: FollowProps
    'page-feed': PageFeedProps
  }
}

export const follow: Feature = {
  id: 'follow',
  loadStores: () => import('../../model/replacement/index.ts'),
  screens: [
    {
      path: '/follow',
      titleKey: 'sources:followPage.title',
      // A user signs in on the page itself, which keeps the address.
      access: 'anyone',
      load: async () => ({ default: (await import('./index.ts')).FollowPage }),
    },
  ],
  dialogs: [
    { id: 'follow', load: () => import('./index.ts') },
    { id: 'page-feed', load: () => import('./page-feed-dialog.tsx') },
  ],
}
