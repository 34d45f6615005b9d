import './inboxes.css'
import { useStoreMap, useUnit } from 'effector-react'
import { inboxDeleteRequested } from '../../model/inboxes/index.ts'
import { $inboxes } from '../../model/subscriptions/index.ts'
import { ConfirmDialog, useTranslation } from '../../ui/index.ts'
import type { InboxProps } from './edit-dialog.tsx'

export { propsSchema } from './edit-dialog.tsx'

/** Asks before an inbox is deleted: its entries go with it, and its address is free for others. */
export default function DeleteDialog({ handle, onClose }: InboxProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(['sources', 'common'])
  const remove = useUnit(inboxDeleteRequested)
  const title = useStoreMap({
    store: $inboxes,
    keys: [handle],
    fn: (all, [id]) => all.get(id)?.title || id,
  })
  return (
    <ConfirmDialog
      open
      variant="danger"
      title={t('inbox.deleteTitle', { title })}
      description={t('inbox.deleteWords')}
      confirmLabel={t('inbox.delete')}
      cancelLabel={t('common:action.cancel')}
      onConfirm={() => {
        onClose()
        remove({ handle })
      }}
      onCancel={onClose}
    />
  )
}
