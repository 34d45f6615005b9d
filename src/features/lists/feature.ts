import type { Feature } from '../feature.ts'
import type { EditListProps } from './edit-dialog.tsx'
import type { ListProps } from './list-schema.ts'
import type { PrivateFeedsProps } from './private-feeds-dialog.tsx'

declare module '../../model/layout/dialogs.ts' {
  interface DialogProps {
    'follow-list': ListProps
    'edit-list': EditListProps
    'list-feeds': ListProps
    'delete-list': ListProps
    'show-private-feeds': PrivateFeedsProps
  }
}

const load = () => import('./index.ts')

export const lists: Feature = {
  id: 'lists',
  // Names the resource whose mutations wait in the outbox until the stores are loaded.
  tables: ['lists'],
  loadStores: () => import('../../model/lists/index.ts'),
  background: () => import('./offer-list.ts'),
  settingsPages: [
    {
      path: 'list',
      icon: 'list',
      order: 57,
      notOnTrial: true,
      load: async () => {
        const [{ ListsPage }] = await Promise.all([load(), import('../../model/lists/index.ts')])
        return { default: ListsPage }
      },
    },
  ],
  dialogs: [
    { id: 'follow-list', load: () => import('./follow-dialog.tsx') },
    { id: 'edit-list', load: () => import('./edit-dialog.tsx') },
    { id: 'list-feeds', load: () => import('./feeds-dialog.tsx') },
    { id: 'delete-list', load: () => import('./delete-dialog.tsx') },
    { id: 'show-private-feeds', load: () => import('./private-feeds-dialog.tsx') },
  ],
}
