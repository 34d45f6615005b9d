import { useUnit } from 'effector-react'
import { Link, Navigate, useLocation } from 'react-router'
import { $configs } from '../../model/session/index.ts'
import { useTranslation } from '../../ui/index.ts'
import { signedInPath } from '../shared/command-presentation/index.ts'
import { AccountForm } from './account-form.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { Providers } from './providers.tsx'
import { SessionCard } from './session-card.tsx'

/** The page /login. The app redirects away from it after sign-in. */
export function SessionPage() {
  const { t } = useTranslation('app')
  const configs = useUnit($configs)
  const { state } = useLocation()
  const returnTo = signedInPath(state)
  const isFirst = configs?.FIRST_ACCOUNT === true
  if (configs?.LOCAL_SIGNIN === false)
    return (
      <SessionCard
        title={t(isFirst ? 'session.firstTitle' : 'session.signInTitle')}
        words={t(isFirst ? 'session.firstWords' : 'session.signInWords')}
      >
        <Providers only returnTo={returnTo} />
      </SessionCard>
    )
  // Nobody can sign in before there is an account.
  if (isFirst) return <Navigate to="/register" state={state} replace />
  return (
    <SessionCard title={t('session.signInTitle')} words={t('session.signInWords')}>
      <AccountForm mode="sign-in">
        <p className="session-other">
          <Link to="/forget-password">{t('session.forgot.link')}</Link>
        </p>
        <PasskeyButton />
        <Providers returnTo={returnTo} />
        <p className="session-other">
          {t('session.noAccount')}
          <Link to="/register" state={state}>
            {t('session.createAccount')}
          </Link>
        </p>
      </AccountForm>
    </SessionCard>
  )
}
