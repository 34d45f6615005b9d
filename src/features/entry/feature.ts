import type { Feature } from '../feature.ts'
import type { PicturesProps } from './pictures-dialog.tsx'
import type { ShareProps } from './share-dialog.tsx'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    'share-entry': ShareProps
    'entry-pictures': PicturesProps
  }
}

/** The dialogs of the open entry, and its exports. The pane itself is part of the reader (app/reader.tsx). */
export const entry: Feature = {
  id: 'entry',
  dialogs: [
    {
      id: 'share-entry',
      load: async () => {
        const { ShareDialog, shareSchema } = await import('./share-dialog.tsx')
        return { default: ShareDialog, propsSchema: shareSchema }
      },
    },
    {
      id: 'entry-pictures',
      load: async () => {
        const { PicturesDialog, picturesSchema } = await import('./pictures-viewer.ts')
        return { default: PicturesDialog, propsSchema: picturesSchema }
      },
    },
  ],
  background: () => import('./export/start.ts'),
}
