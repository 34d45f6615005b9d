import { useStoreMap, useUnit } from 'effector-react'
import type { ComponentType } from 'react'
import type { z } from '../../src/plugin-api/manifest.ts'
import { ConfirmDialog, useTranslation } from '../../src/plugin-api/ui.ts'
import type { digestProps } from './dialog-props.ts'
import type { DigestsModel } from './model.ts'

type DeleteProps = z.output<typeof digestProps> & { readonly onClose: () => void }

/** Asks before a digest is deleted. */
export const createDeleteDialog = ({ removeFx, $digests }: DigestsModel): ComponentType<DeleteProps> =>
  function DeleteDialog({ id, onClose }) {
    const { t } = useTranslation('digests')
    const remove = useUnit(removeFx)
    const name = useStoreMap({
      store: $digests,
      keys: [id],
      fn: (digests, [one]) => digests?.find((digest) => digest.id === one)?.name ?? '',
    })
    return (
      <ConfirmDialog
        open
        variant="danger"
        title={t('deleteTitle', { name })}
        description={t('deleteText')}
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
