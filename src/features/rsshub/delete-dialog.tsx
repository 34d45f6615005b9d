import { useUnit } from 'effector-react'
import { rsshubDeleteFx } from '../../model/rsshub/index.ts'
import { ConfirmDialog, useTranslation } from '../../ui/index.ts'
import type { RsshubProps } from './use-dialog.tsx'

/** Asks before an own instance is taken off the list. The server refuses while others use it. */
export function DeleteRsshubDialog({ id, onClose }: RsshubProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(['people', 'common'])
  const remove = useUnit(rsshubDeleteFx)
  return (
    <ConfirmDialog
      open
      variant="danger"
      title={t('rsshub.deleteTitle')}
      description={t('rsshub.deleteWords')}
      confirmLabel={t('rsshub.delete')}
      cancelLabel={t('common:action.cancel')}
      onConfirm={() => {
        onClose()
        // The model notifies the user of failures.
        void remove(id).catch(() => undefined)
      }}
      onCancel={onClose}
    />
  )
}
