import './session.css'
import { useLocation } from 'react-router'
import { z } from 'zod'
import { Dialog, useTranslation } from '../../ui/index.ts'
import { AccountForm } from './account-form.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { Providers } from './providers.tsx'
import { useConfigs } from './use-configs.ts'

/** Both dialogs of the session take no props. */
export const propsSchema = z.object({})

/** Signs in again without leaving the article; changes wait in the outbox. A provider sends the browser back to it. */
export default function SessionDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['app', 'common'])
  const { pathname, search, hash } = useLocation()
  const returnTo = pathname + search + hash
  const isClosed = useConfigs()?.LOCAL_SIGNIN === false
  return (
    <Dialog
      open
      size="small"
      title={t('session.endedTitle')}
      description={t('session.endedWords')}
      closeLabel={t('session.later')}
      onClose={onClose}
    >
      {isClosed ? (
        <Providers only returnTo={returnTo} />
      ) : (
        <>
          <AccountForm mode="sign-in" onDone={onClose} />
          <PasskeyButton onDone={onClose} />
          <Providers returnTo={returnTo} />
        </>
      )}
    </Dialog>
  )
}
