import type { Feature } from '../feature.ts'

export const labels: Feature = {
  id: 'labels',
  settingsPages: [
    {
      path: 'labels',
      icon: 'tag',
      order: 62,
      load: async () => ({ default: (await import('./labels-page.tsx')).LabelsPage }),
    },
  ],
}
