import type { Feature } from '../feature.ts'
import type { EditProps } from './edit-dialog.tsx'
import type { FolderProps } from './folder-dialogs.tsx'
import type { MoveProps } from './move-dialog.tsx'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    'edit-subscription': EditProps
    'move-subscriptions': MoveProps
    'rename-folder': FolderProps
    'delete-folder': FolderProps
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
      id: 'move-subscriptions',
      load: async () => {
        const { MoveDialog, moveSchema } = await load()
        return { default: MoveDialog, propsSchema: moveSchema }
      },
    },
    {
      id: 'rename-folder',
      load: async () => {
        const { RenameFolderDialog, folderSchema } = await load()
        return { default: RenameFolderDialog, propsSchema: folderSchema }
      },
    },
    {
      id: 'delete-folder',
      load: async () => {
        const { DeleteFolderDialog, folderSchema } = await load()
        return { default: DeleteFolderDialog, propsSchema: folderSchema }
      },
    },
  ],
}
