import type { Feature } from '../feature.ts'
import type { EditProps } from './edit-dialog.tsx'
import type { FolderProps } from './folder-dialogs.tsx'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    'edit-subscription': EditProps
    'rename-folder': FolderProps
  }
}

export const subscriptionForm: Feature = {
  id: 'subscription-form',
  dialogs: [
    { id: 'edit-subscription', load: () => import('./edit-dialog.tsx') },
    { id: 'rename-folder', load: () => import('./folder-dialogs.tsx') },
  ],
}
