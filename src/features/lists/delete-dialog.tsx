import './lists.css'
import { useStoreMap, useUnit } from 'effector-react'
import { listDeleteRequested } from '../../model/lists/index.ts'
import { $lists } from '../../model/subscriptions/index.ts'
import { ConfirmDialog, useTranslation } from '../../ui/index.ts'
import type { ListProps } from './list-schema.ts'
import { useListDetails } from './use-list-details.ts'

export { listSchema as propsSchema } from './list-schema.ts'

/** Asks before a list is deleted. The server refuses while others follow it. */
export default function DeleteListDialog({ listId, onClose }: ListProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(['sources', 'common'])
  const remove = useUnit(listDeleteRequested)
  const subscribed = useStoreMap({
    store: $lists,
    keys: [listId],
    fn: (all, [id]) => all.get(id)?.title ?? '',
  })
  const { data } = useListDetails(listId)
  return (
    <ConfirmDialog
      open
      variant="danger"
      title={t('list.deleteTitle', { title: subscribed || data?.list.title || listId })}
      description={t('list.deleteWords')}
      confirmLabel={t('list.delete')}
      cancelLabel={t('common:action.cancel')}
      onConfirm={() => {
        onClose()
        remove({ listId })
      }}
      onCancel={onClose}
    />
  )
}
