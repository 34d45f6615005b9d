import type { Feature } from '../feature.ts'
import type { PageFeedProps } from './page-feed-dialog.tsx'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    'page-feed': PageFeedProps
  }
}

export const pageFeed: Feature = {
  id: 'page-feed',
  loadStores: () => import('../../model/replacement/index.ts'),
  dialogs: [{ id: 'page-feed', load: () => import('./index.ts') }],
}
