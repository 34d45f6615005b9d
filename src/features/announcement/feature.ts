import type { Feature } from '../feature.ts'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    announcement: object
  }
}

/** The server's announcement to all users. */
export const announcement: Feature = {
  id: 'announcement',
  dialogs: [{ id: 'announcement', load: () => import('./index.ts') }],
  background: () => import('./start.ts'),
}
