import type { Feature } from '../feature.ts'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    'import-report': object
  }
}

export const importFeeds: Feature = {
  id: 'import',
  overlay: () => import('./drop-anywhere.tsx'),
  dialogs: [{ id: 'import-report', load: () => import('./index.ts') }],
}
