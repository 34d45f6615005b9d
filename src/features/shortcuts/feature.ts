import type { Feature } from '../feature.ts'
import type { ShortcutsProps } from './shortcuts-dialog.tsx'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    shortcuts: ShortcutsProps
    'key-log': object
    'context-keys': object
  }
}

export const shortcuts: Feature = {
  id: 'shortcuts',
  dialogs: [
    { id: 'shortcuts', load: () => import('./shortcuts-dialog.tsx') },
    { id: 'key-log', load: () => import('./key-log-dialog.tsx') },
    { id: 'context-keys', load: () => import('./context-keys-dialog.tsx') },
  ],
}
