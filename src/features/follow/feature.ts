import type { Feature } from '../feature.ts'
import type { FollowProps } from './follow-dialog.tsx'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    follow: FollowProps
  }
}

export const follow: Feature = {
  id: 'follow',
  screens: [
    {
      path: '/follow',
      titleKey: 'sources:followPage.title',
      // A user signs in on the page itself, which keeps the address.
      access: 'anyone',
      load: async () => ({ default: (await import('./index.ts')).FollowPage }),
    },
  ],
  dialogs: [{ id: 'follow', load: () => import('./index.ts') }],
}
