import { useUnit } from 'effector-react'
import { useState } from 'react'
import { accountCalls } from '../../model/account/account-calls.ts'
import { passkeySignInFx } from '../../model/account/index.ts'
import { asApiError } from '../../model/api-errors.ts'
import { $services } from '../../model/services.ts'
import { Button, Notice, useTranslation } from '../../ui/index.ts'
import { hasPasskeys, passkeyFailure, requestPasskey } from './passkey.ts'
import { sessionFailure, type SessionFailure } from './session-failure.ts'

/** Signs in with a passkey of this device, where the browser has them. */
export function PasskeyButton({ onDone }: { readonly onDone?: () => void }) {
  const { t } = useTranslation('app')
  const { services, signIn } = useUnit({ services: $services, signIn: passkeySignInFx })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  if (!hasPasskeys()) return null
  const run = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await signIn(await requestPasskey(await accountCalls(services.api).passkeyRequestOptions()))
      onDone?.()
    } catch (error) {
      const { key, reason } = failureMessage(error)
      setFailure(t(key, { reason }))
    }
    setBusy(false)
  }
  return (
    <div className="session-passkey">
      <Button wide busy={busy} onClick={() => void run()}>
        {t('session.passkey.signIn')}
      </Button>
      {failure && <Notice tone="danger">{failure}</Notice>}
    </div>
  )
}

/** The message key for a failure of the device or the server. */
function failureMessage(error: unknown): SessionFailure {
  const key = passkeyFailure(error)
  if (key) return { key: `session.passkey.${key}`, reason: '' }
  const known = asApiError(error)
  if (known?.kind === 'failed' && (known.status === 400 || known.status === 401))
    return { key: 'session.passkey.unknown', reason: '' }
  const failure = sessionFailure(error)
  return { ...failure, key: `session.error.${failure.key}` }
}
