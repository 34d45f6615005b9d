import type { Feature } from '../feature.ts'
import type { EditProps } from './edit-dialog.tsx'
import type { FolderProps } from './folder-dialogs.tsx'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    'edit-subscription': EditProps
    'rename-folder': FolderProps
  }
}

const load = () => import('./index.ts')

export const subscriptionForm: Feature = {
  id: 'subscription-form',
  dialogs: [
    {
      id: 'edit-subscription',
      load: async () => {
        const { EditDialog, editSchema } = await load()
        return { default: EditDialog, propsSchema: editSchema }
      },
    },
    {
      id: 'rename-folder',
      load: async () => {
        const { RenameFolderDialog, folderSchema } = await load()
        return { default: RenameFolderDialog, propsSchema: folderSchema }
      },
    },
  ],
}
