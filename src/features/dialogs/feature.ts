import type { Feature } from '../feature.ts'
import type { ConfirmCommandProps } from './confirm-command-dialog.tsx'
import type { ReadersProps } from './readers-dialog.tsx'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    announcement: object
    code: object
    'confirm-command': ConfirmCommandProps
    'entry-readers': ReadersProps
  }
}

/** Dialogs that stand alone. */
export const dialogs: Feature = {
  id: 'dialogs',
  dialogs: [
    { id: 'announcement', load: () => import('./announcement-dialog.tsx') },
    { id: 'code', load: () => import('./code-dialog.tsx') },
    { id: 'confirm-command', load: () => import('./confirm-command-dialog.tsx') },
    { id: 'entry-readers', load: () => import('./readers-dialog.tsx') },
  ],
  background: () => import('./show-announcement.ts'),
}
