import type { Feature } from '../feature.ts'

/** What of a user's others can see. */
export const sharing: Feature = {
  id: 'sharing',
  settingsPages: [
    {
      path: 'sharing',
      icon: 'share',
      order: 64,
      load: async () => ({ default: (await import('./sharing-page.tsx')).SharingPage }),
    },
  ],
}
