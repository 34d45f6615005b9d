import { useUnit } from 'effector-react'
import type { ComponentType } from 'react'
import type { z } from '../../src/plugin-api/manifest.ts'
import { ConfirmDialog, useTranslation } from '../../src/plugin-api/ui.ts'
import type { instanceProps } from './dialog-props.ts'
import type { RsshubModel } from './model.ts'

type DeleteProps = z.output<typeof instanceProps> & { readonly onClose: () => void }

/** Asks before an own instance is taken off the list. The server refuses while others use it. */
export const createDeleteDialog = ({ deleteFx }: RsshubModel): ComponentType<DeleteProps> =>
  function DeleteDialog({ id, onClose }) {
    const { t } = useTranslation('rsshub')
    const remove = useUnit(deleteFx)
    return (
      <ConfirmDialog
        open
        variant="danger"
        title={t('deleteTitle')}
        description={t('deleteWords')}
        confirmLabel={t('delete')}
        cancelLabel={t('cancel')}
        onConfirm={() => {
          onClose()
          // The model shows failures.
          void remove(id).catch(() => undefined)
        }}
        onCancel={onClose}
      />
    )
  }
