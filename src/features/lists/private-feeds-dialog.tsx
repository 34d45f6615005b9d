import './lists.css'
import { useUnit } from 'effector-react'
import { z } from 'zod'
import type { ListForm } from '../../model/lists/index.ts'
import { listEditRequested, listFeedsAddRequested } from '../../model/lists/index.ts'
import { ConfirmDialog, useTranslation } from '../../ui/index.ts'

export const propsSchema = z.object({
  listId: z.string(),
  /** The server's words, which name the feeds. */
  reason: z.string(),
  /** Feeds that were to be added. */
  feedIds: z.array(z.string()).readonly().optional(),
  /** The edit that was refused. */
  patch: z.custom<Partial<ListForm>>((value) => typeof value === 'object').optional(),
})
export type PrivateFeedsProps = z.infer<typeof propsSchema>

/** Asks whether feeds that nobody follows in the open may be shown to the followers of a list, and repeats the change. */
export default function PrivateFeedsDialog({
  listId,
  reason,
  feedIds,
  patch,
  onClose,
}: PrivateFeedsProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(['sources', 'common'])
  const { add, edit } = useUnit({ add: listFeedsAddRequested, edit: listEditRequested })
  return (
    <ConfirmDialog
      open
      variant="warning"
      title={t('list.privateTitle')}
      description={
        <>
          {t('list.privateWords')}
          {reason && <span className="list-private">{namesIn(reason)}</span>}
        </>
      }
      confirmLabel={t('list.privateConfirm')}
      cancelLabel={t('common:action.cancel')}
      onConfirm={() => {
        onClose()
        if (feedIds) add({ listId, feedIds, isConfirmed: true })
        if (patch) edit({ listId, patch, isConfirmed: true })
      }}
      onCancel={onClose}
    />
  )
}

/** The names after the colon of the server's sentence, which is written for programs. */
const namesIn = (reason: string): string => reason.slice(reason.indexOf(':') + 1).trim()
