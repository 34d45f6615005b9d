import type { Feature } from '../feature.ts'
import type { ClaimProps } from './claim-dialog.tsx'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    'claim-feed': ClaimProps
  }
}

export const claims: Feature = {
  id: 'claims',
  dialogs: [{ id: 'claim-feed', load: () => import('./claim-dialog.tsx') }],
}
