import type { Feature } from '../feature.ts'
import type { InboxProps } from './edit-dialog.tsx'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    'create-inbox': object
    'edit-inbox': InboxProps
    'delete-inbox': InboxProps
  }
}

export const inboxes: Feature = {
  id: 'inboxes',
  // Names the resource whose mutations wait in the outbox until the stores are loaded.
  tables: ['inboxes'],
  loadStores: () => import('../../model/inboxes/index.ts'),
  dialogs: [
    { id: 'create-inbox', load: () => import('./create-dialog.tsx') },
    { id: 'edit-inbox', load: () => import('./edit-dialog.tsx') },
    { id: 'delete-inbox', load: () => import('./delete-dialog.tsx') },
  ],
}
