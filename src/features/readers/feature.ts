import type { Feature } from '../feature.ts'
import type { ReadersProps } from './readers-dialog.tsx'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    'entry-readers': ReadersProps
  }
}

export const readers: Feature = {
  id: 'readers',
  dialogs: [
    {
      id: 'entry-readers',
      load: async () => {
        const { ReadersDialog, readersSchema } = await import('./index.ts')
        return { default: ReadersDialog, propsSchema: readersSchema }
      },
    },
  ],
}
