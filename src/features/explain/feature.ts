import type { Feature } from '../feature.ts'
import type { ExplainEntryProps } from './explain-entry-dialog.tsx'
import type { ExplainFeedProps } from './explain-feed-dialog.tsx'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    'explain-entry': ExplainEntryProps
    'explain-feed': ExplainFeedProps
  }
}

export const explain: Feature = {
  id: 'explain',
  dialogs: [
    { id: 'explain-entry', load: () => import('./explain-entry-dialog.tsx') },
    { id: 'explain-feed', load: () => import('./explain-feed-dialog.tsx') },
  ],
}
