import type { Feature } from '../feature.ts'
import type { ShortcutsProps } from './shortcuts-dialog.tsx'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    shortcuts: ShortcutsProps
  }
}

export const shortcuts: Feature = {
  id: 'shortcuts',
  dialogs: [{ id: 'shortcuts', load: () => import('./index.ts') }],
}
