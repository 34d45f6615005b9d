import type { Feature } from '../feature.ts'
import type { EmbedProps } from './embed-dialog.tsx'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    'player-embed': EmbedProps
    'player-queue': object
  }
}

export const player: Feature = {
  id: 'player',
  dialogs: [
    { id: 'player-embed', load: () => import('./embed-dialog.tsx') },
    { id: 'player-queue', load: () => import('./queue-dialog.tsx') },
  ],
  background: () => import('./start.ts'),
  overlay: () => import('./player-bar.tsx'),
}
