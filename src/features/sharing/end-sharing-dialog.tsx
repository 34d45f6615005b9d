import { useStoreMap, useUnit } from 'effector-react'
import { z } from 'zod'
import { $session } from '../../model/session/index.ts'
import { $sharedFolders, sharedFolderChanged } from '../../model/sharing/shared-folders.ts'
import { ConfirmDialog, useTranslation } from '../../ui/index.ts'

export const propsSchema = z.object({
  /** `end`: the folder, for all; `leave`: the user's membership; `remove`: that of another member. */
  about: z.enum(['end', 'leave', 'remove']),
  folder: z.string(),
  /** Who is removed. */
  member: z.string().optional(),
})
export type EndSharingProps = z.infer<typeof propsSchema>

/** Asks before a shared folder, or a membership of it, ends: what it brought is no longer followed then. */
export default function EndSharingDialog({
  about,
  folder: id,
  member,
  onClose,
}: EndSharingProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(['settings', 'common'])
  const { change, user } = useUnit({ change: sharedFolderChanged, user: $session.map((one) => one.user) })
  const folder = useStoreMap({
    store: $sharedFolders,
    keys: [id],
    fn: (folders, [wanted]) => folders.find((one) => one.id === wanted) ?? null,
  })
  const userId = about === 'remove' ? member : user?.id
  const name = folder?.members.find((one) => one.id === userId)?.name ?? ''
  return (
    <ConfirmDialog
      open
      variant="danger"
      title={t(`together.${about}.title`, { title: folder?.title ?? '', name })}
      description={t(`together.${about}.words`)}
      confirmLabel={t(`together.${about}.button`)}
      cancelLabel={t('common:action.cancel')}
      onConfirm={() => {
        onClose()
        if (about === 'end') change({ call: 'delete', input: { id } })
        else if (userId !== undefined) change({ call: 'removeMember', input: { id, userId } })
      }}
      onCancel={onClose}
    />
  )
}
