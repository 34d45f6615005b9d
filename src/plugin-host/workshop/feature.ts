import type { Feature } from '../../features/feature.ts'

/** The workshop in which users write plugins, and the links that share them. */
export const pluginWorkshop: Feature = {
  id: 'workshop',
  screens: [
    {
      path: '/workshop',
      titleKey: 'app:plugin.workshop.title',
      load: async () => ({ default: (await import('./workshop-page.tsx')).WorkshopPage }),
      command: { id: 'workshop', keys: [], icon: 'plugin' },
    },
    {
      path: '/install-plugin',
      titleKey: 'app:plugin.workshop.linkTitle',
      access: 'anyone',
      load: async () => ({ default: (await import('./shared-plugin-page.tsx')).SharedPluginPage }),
    },
  ],
}
