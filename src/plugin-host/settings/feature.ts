import type { Feature } from '../../features/feature.ts'
import { INTEGRATION_PAGE } from './setting-address.ts'

/** The settings page of the plugins. Its host starts when the page is shown. */
export const pluginSettings: Feature = {
  id: 'plugins',
  tables: ['saves', 'pluginSettings'],
  loadStores: () => Promise.all([import('../saves/saves.ts'), import('./setting-changes.ts')]),
  settingsPages: [
    {
      path: INTEGRATION_PAGE,
      icon: 'plugin',
      order: 30,
      load: async () => ({ default: (await import('./plugin-settings.tsx')).PluginSettings }),
    },
  ],
}
