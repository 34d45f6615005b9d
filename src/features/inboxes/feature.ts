import type { Feature } from '../feature.ts'
import type { InboxProps } from './edit-dialog.tsx'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    'create-inbox': object
    'edit-inbox': InboxProps
    'delete-inbox': InboxProps
  }
}

const load = () => import('./index.ts')

export const inboxes: Feature = {
  id: 'inboxes',
  // Names the resource whose mutations wait in the outbox until the stores are loaded.
  tables: ['inboxes'],
  loadStores: () => import('../../model/inboxes/index.ts'),
  dialogs: [
    {
      id: 'create-inbox',
      load: async () => {
        const { CreateDialog, createSchema } = await load()
        return { default: CreateDialog, propsSchema: createSchema }
      },
    },
    {
      id: 'edit-inbox',
      load: async () => {
        const { EditDialog, inboxSchema } = await load()
        return { default: EditDialog, propsSchema: inboxSchema }
      },
    },
    {
      id: 'delete-inbox',
      load: async () => {
        const { DeleteDialog, inboxSchema } = await load()
        return { default: DeleteDialog, propsSchema: inboxSchema }
      },
    },
  ],
}
