import type { Feature } from '../feature.ts'

export const savedPages: Feature = {
  id: 'saved-pages',
  screens: [
    {
      path: '/save',
      titleKey: 'sources:savePage.title',
      // A user signs in on the page itself, which keeps what was shared with it.
      access: 'anyone',
      load: () => import('./save-page.tsx'),
      command: { id: 'save', keys: ['g c'], icon: 'save' },
      columnPosition: 60,
    },
  ],
}
