import type { Feature } from '../feature.ts'
import type { TakeAlongProps } from './take-along-dialog.tsx'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    'take-along': TakeAlongProps
  }
}

/** Takes the entries of a query along. */
export const offline: Feature = {
  id: 'offline',
  dialogs: [
    {
      id: 'take-along',
      load: async () => {
        const { TakeAlongDialog, takeAlongSchema } = await import('./take-along-dialog.tsx')
        return { default: TakeAlongDialog, propsSchema: takeAlongSchema }
      },
    },
  ],
  background: () => import('./start.ts'),
}
