import type { Feature } from '../feature.ts'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    'first-run': object
  }
}

export const firstRun: Feature = {
  id: 'first-run',
  dialogs: [{ id: 'first-run', load: () => import('./index.ts') }],
}
