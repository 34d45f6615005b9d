import type { Feature } from '../feature.ts'
import type { TakeAlongProps } from './take-along-dialog.tsx'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    'take-along': TakeAlongProps
  }
}

/** Takes the entries of a query along. */
export const offline: Feature = {
  id: 'offline',
  dialogs: [{ id: 'take-along', load: () => import('./take-along-dialog.tsx') }],
  background: () => import('./start.ts'),
}
