import type { Feature } from '../feature.ts'
import type { FollowProps } from './follow-dialog.tsx'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    follow: FollowProps
  }
}

export const follow: Feature = {
  id: 'follow',
  dialogs: [{ id: 'follow', load: () => import('./index.ts') }],
}
