import type { Feature } from '../feature.ts'
import type { NoteProps } from './note-dialog.tsx'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    note: NoteProps
  }
}

export const highlights: Feature = {
  id: 'highlights',
  // Names the resource whose mutations wait in the outbox until the stores are loaded.
  tables: ['highlights'],
  loadStores: () => import('../../model/highlights/index.ts'),
  screens: [
    {
      path: '/highlights',
      titleKey: 'sources:highlights.title',
      load: () => import('./highlights-page.tsx'),
      command: { id: 'highlights', keys: ['g q'], icon: 'highlight' },
      columnPosition: 20,
    },
  ],
  dialogs: [{ id: 'note', load: () => import('./note-dialog.tsx') }],
}
