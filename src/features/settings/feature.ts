import type { Feature } from '../feature.ts'

export const settings: Feature = {
  id: 'settings',
  screens: [
    {
      path: '/settings/*',
      titleKey: 'shortcuts:groups.settings',
      frame: 'over',
      load: () => import('./index.ts'),
      command: { id: 'settings', path: '/settings', keys: ['g Comma'], icon: 'settings' },
    },
  ],
  settingsPages: [
    {
      path: 'general',
      icon: 'settings',
      order: 10,
      load: async () => ({ default: (await import('./general-page.tsx')).GeneralPage }),
    },
    {
      path: 'appearance',
      icon: 'appearance',
      order: 20,
      load: async () => ({
        default: (await import('./appearance/appearance-page.tsx')).AppearancePage,
      }),
    },
    {
      path: 'data-control',
      icon: 'data',
      order: 40,
      load: async () => ({ default: (await import('./data-page.tsx')).DataPage }),
    },
    {
      path: 'shortcuts',
      icon: 'keyboard',
      hasMainField: true,
      order: 50,
      load: async () => ({ default: (await import('./shortcuts/shortcuts-page.tsx')).ShortcutsPage }),
    },
    {
      path: 'notifications',
      icon: 'notification',
      order: 55,
      notOnTrial: true,
      load: async () => ({
        default: (await import('./notifications/notifications-page.tsx')).NotificationsPage,
      }),
    },
    {
      path: 'feeds',
      icon: 'feed',
      order: 60,
      load: async () => ({ default: (await import('./feeds/feeds-page.tsx')).FeedsPage }),
    },
    {
      path: 'profile',
      icon: 'account',
      order: 70,
      load: async () => ({ default: (await import('./account/account-page.tsx')).AccountPage }),
    },
    {
      path: 'about',
      icon: 'info',
      order: 80,
      load: async () => ({ default: (await import('./about-page.tsx')).AboutPage }),
    },
  ],
}
