import type { Feature } from '../feature.ts'
import type { EndSharingProps } from './end-sharing-dialog.tsx'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    'end-sharing': EndSharingProps
  }
}

/** What of a user's others can see, and what others show to the user. */
export const sharing: Feature = {
  id: 'sharing',
  screens: [
    {
      path: '/shared-stars',
      titleKey: 'app:together.pageTitle',
      load: () => import('./shared-stars-page.tsx'),
      command: { id: 'together', keys: ['g u'], icon: 'star' },
    },
    {
      path: '/shared-folder/:token',
      titleKey: 'app:together.invitation',
      load: () => import('./shared-folder-page.tsx'),
    },
  ],
  dialogs: [{ id: 'end-sharing', load: () => import('./end-sharing-dialog.tsx') }],
  background: () => import('./start.ts'),
  settingsPages: [
    {
      path: 'sharing',
      icon: 'share',
      order: 64,
      load: async () => ({ default: (await import('./sharing-page.tsx')).SharingPage }),
    },
  ],
}
