import type { Feature } from '../feature.ts'
import type { ReplaceProps } from './replace-dialog.tsx'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    'replace-feed': ReplaceProps
  }
}

export const feedReplacement: Feature = {
  id: 'feed-replacement',
  loadStores: () => import('../../model/replacement/index.ts'),
  dialogs: [
    {
      id: 'replace-feed',
      load: async () => {
        const { ReplaceDialog, replaceSchema } = await import('./index.ts')
        return { default: ReplaceDialog, propsSchema: replaceSchema }
      },
    },
  ],
}
