import { useMutation } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
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
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () =>
      signIn(await requestPasskey(await accountCalls(services.api).passkeyRequestOptions())),
    onSuccess: () => onDone?.(),
  })
  if (!hasPasskeys()) return null
  const failure = error && failureMessage(error)
  return (
    <div className="session-passkey">
      <Button wide busy={isPending} onClick={() => mutate()}>
        {t('session.passkey.signIn')}
      </Button>
      {failure && <Notice tone="danger">{t(failure.key, { reason: failure.reason })}</Notice>}
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
