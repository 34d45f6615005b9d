import { z } from 'zod'
import { Dialog, useTranslation } from '../../ui/index.ts'
import { AccountForm } from './account-form.tsx'
import { PasskeyButton } from './passkey-button.tsx'

/** Both dialogs of the session take no props. */
export const propsSchema = z.object({})

/** Signs in again without leaving the article; changes wait in the outbox. */
export function SessionDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['app', 'common'])
  return (
    <Dialog
      open
      size="small"
      title={t('session.endedTitle')}
      description={t('session.endedWords')}
      closeLabel={t('session.later')}
      onClose={onClose}
    >
      <AccountForm mode="sign-in" onDone={onClose} />
      <PasskeyButton onDone={onClose} />
    </Dialog>
  )
}
