import type { Feature } from '../features/feature.ts'

/** The settings page of the plugins. Its host starts when the page is shown. */
export const pluginSettings: Feature = {
  id: 'plugins',
  tables: ['saves'],
  loadStores: () => import('./saves.ts'),
  settingsPages: [
    {
      path: 'integration',
      icon: 'plugin',
      order: 30,
      load: async () => ({ default: (await import('./plugin-settings.tsx')).PluginSettings }),
    },
  ],
}
