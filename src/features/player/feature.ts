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
    {
      id: 'player-embed',
      load: async () => {
        const { EmbedDialog, embedSchema } = await import('./embed-dialog-part.ts')
        return { default: EmbedDialog, propsSchema: embedSchema }
      },
    },
    {
      id: 'player-queue',
      load: async () => {
        const { QueueDialog, queueSchema } = await import('./queue-dialog-part.ts')
        return { default: QueueDialog, propsSchema: queueSchema }
      },
    },
  ],
  background: () => import('./start.ts'),
  overlay: () => import('./player-bar.tsx'),
}
