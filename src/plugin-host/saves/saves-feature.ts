import type { Feature } from '../../features/feature.ts'

/** Registered while a plugin that saves runs. */
export const savesFeature: Feature = {
  id: 'saves',
  entryPanels: [
    { id: 'saves', load: async () => ({ default: (await import('./saved-line.tsx')).SavedLine }) },
  ],
}
