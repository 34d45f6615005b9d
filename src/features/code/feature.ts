import type { Feature } from '../feature.ts'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    code: object
  }
}

export const code: Feature = {
  id: 'code',
  dialogs: [{ id: 'code', load: () => import('./index.ts') }],
}
