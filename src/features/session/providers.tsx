import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { toBrowserPath } from '../../core/base-path.ts'
import { webAddress } from '../../core/safe-href.ts'
import { $services } from '../../model/services.ts'
import { Button, Notice, useTranslation } from '../../ui/index.ts'
import { RetryNotice } from '../shared/error-message/index.ts'
import { sessionFailure } from './session-failure.ts'

type ProvidersProps = {
  /** Nothing else signs in: without a provider the proxy in front of the server does. */
  readonly only?: boolean
  /** The path that the provider sends the browser back to. */
  readonly returnTo?: string
}

/** Sign-in through external providers, where the server offers any. */
export function Providers({ only = false, returnTo = '/login' }: ProvidersProps) {
  const { t } = useTranslation(['app', 'common'])
  const services = useUnit($services)
  const [params] = useSearchParams()
  const [failure, setFailure] = useState(() => refusalMessage(params.get('error'), t))
  const offered = useQuery({
    queryKey: ['session', 'providers'],
    queryFn: () => services.api.session.providers({}),
  })
  // E-mail and password is the form itself.
  const providers = Object.values(offered.data ?? {}).filter(({ id }) => id !== 'credential')
  if (only && offered.isError)
    return <RetryNotice onRetry={() => offered.refetch()}>{t('session.error.unreachable')}</RetryNotice>
  if (only && offered.isSuccess && providers.length === 0)
    return (
      <div className="session-providers">
        <Notice>{t('session.byProxy')}</Notice>
        <Button variant="primary" wide onClick={() => location.reload()}>
          {t('common:action.reload')}
        </Button>
      </div>
    )
  if (providers.length === 0) return null
  const go = async (provider: string) => {
    try {
      const { url } = await services.api.auth.signInSocial({
        provider,
        callbackURL: location.origin + toBrowserPath(returnTo),
        errorCallbackURL: location.origin + toBrowserPath('/login'),
      })
      const address = webAddress(url)
      if (address) location.assign(address)
    } catch (error) {
      const { key, reason } = sessionFailure(error)
      setFailure(t(`session.error.${key}`, { reason }))
    }
  }
  return (
    <div className="session-providers">
      {!only && <p className="session-or">{t('session.or')}</p>}
      {failure && <Notice tone="danger">{failure}</Notice>}
      {providers.map(({ id, name, icon64 }) => (
        <Button
          key={id}
          wide
          icon={icon64 ? <img src={icon64} alt="" width={16} height={16} /> : undefined}
          onClick={() => void go(id)}
        >
          {t('session.continueWith', { provider: name })}
        </Button>
      ))}
    </div>
  )
}

/** Query parameters that better-auth adds when a provider returns without a session. */
function refusalMessage(error: string | null, t: (key: string) => string): string {
  if (error === null) return ''
  return t(error === 'account_not_linked' ? 'session.error.accountNotLinked' : 'session.error.provider')
}
