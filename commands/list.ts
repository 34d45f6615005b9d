/** Commands on the list of the current row. */
import {
  $currentRow,
  textCopied,
  addressOpened,
  dialogOpened,
  navigationRequested,
  unfollowRequested,
  type DialogRequest,
  type TreeRow,
} from '../src/model/index.ts'
import { commandGroup, triggerFrom } from './define-command.ts'

const needs = ['list']
const listId = (row: TreeRow | null) => (row?.source.kind === 'list' ? row.source.id : undefined)
const address = (row: TreeRow | null) => {
  const id = listId(row)
  return id && `${globalThis.location?.origin ?? ''}/timeline/view-0/list-${id}/pending`
}

export const listCommands = commandGroup('list', {
  edit: {
    needs,
    icon: 'edit',
    run: triggerFrom($currentRow, dialogOpened, (row): DialogRequest | undefined =>
      row?.subscriptionId
        ? { id: 'edit-subscription', props: { subscriptionId: row.subscriptionId } }
        : undefined,
    ),
  },
  unfollow: {
    needs,
    icon: 'delete',
    run: triggerFrom($currentRow, unfollowRequested, (row) =>
      row?.subscriptionId ? { ids: [row.subscriptionId] } : undefined,
    ),
  },
  'navigate-to': {
    needs,
    icon: 'list',
    run: triggerFrom($currentRow, navigationRequested, (row) => (row ? { source: row.source } : undefined)),
  },
  'open-in-browser': { needs, icon: 'open', run: triggerFrom($currentRow, addressOpened, address) },
  'copy-url': { needs, icon: 'copy', run: triggerFrom($currentRow, textCopied, address) },
  'copy-id': { needs, icon: 'copy', run: triggerFrom($currentRow, textCopied, listId) },
})
