import type { Feature } from '../feature.ts'
import type { EditRsshubProps } from './edit-dialog.tsx'
import type { RsshubProps } from './use-dialog.tsx'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    'use-rsshub': RsshubProps
    'edit-rsshub': EditRsshubProps
    'delete-rsshub': RsshubProps
  }
}

const load = () => import('./index.ts')

export const rsshub: Feature = {
  id: 'rsshub',
  loadStores: () => import('../../model/rsshub/index.ts'),
  screens: [
    {
      path: '/rsshub',
      titleKey: 'app:rsshub.title',
      load: async () => ({ default: (await load()).RsshubPage }),
      command: { id: 'rsshub', keys: ['g i'], icon: 'rsshub' },
    },
  ],
  dialogs: [
    {
      id: 'use-rsshub',
      load: async () => {
        const { UseRsshubDialog, rsshubSchema } = await load()
        return { default: UseRsshubDialog, propsSchema: rsshubSchema }
      },
    },
    {
      id: 'edit-rsshub',
      load: async () => {
        const { EditRsshubDialog, editRsshubSchema } = await load()
        return { default: EditRsshubDialog, propsSchema: editRsshubSchema }
      },
    },
    {
      id: 'delete-rsshub',
      load: async () => {
        const { DeleteRsshubDialog, rsshubSchema } = await load()
        return { default: DeleteRsshubDialog, propsSchema: rsshubSchema }
      },
    },
  ],
}
