import './session.css'
import { useMutation } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { $pendingCount } from '../../model/outbox/index.ts'
import { signOutFx } from '../../model/account/index.ts'
import { ConfirmDialog, useTranslation } from '../../ui/index.ts'

export { propsSchema } from './session-dialog.tsx'

/** Confirms signing out; when unsent changes would be lost it warns and focuses the cancel button. */
export default function SignOutDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['app', 'common'])
  const { unsent, signOut } = useUnit({ unsent: $pendingCount, signOut: signOutFx })
  const { mutate, isPending } = useMutation({ mutationFn: () => signOut(), onSettled: onClose })
  return (
    <ConfirmDialog
      open
      variant={unsent > 0 ? 'danger' : 'ask'}
      title={t('session.signOut.title')}
      description={unsent > 0 ? t('session.signOut.unsent', { count: unsent }) : t('session.signOut.words')}
      confirmLabel={unsent > 0 ? t('session.signOut.anyway') : t('common:action.signOut')}
      cancelLabel={t('session.signOut.stay')}
      busy={isPending}
      onConfirm={() => mutate()}
      onCancel={onClose}
    />
  )
}
