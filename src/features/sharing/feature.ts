import type { Feature } from '../feature.ts'

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
