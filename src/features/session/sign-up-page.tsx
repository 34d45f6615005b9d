import { useUnit } from 'effector-react'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router'
import { $configs } from '../../model/session/index.ts'
import { Notice, useTranslation } from '../../ui/index.ts'
import { signedInPath } from '../shared/command-presentation/index.ts'
import { AccountForm } from './account-form.tsx'
import { Providers } from './providers.tsx'
import { SessionCard } from './session-card.tsx'

/** The page /register; `?invitation=CODE` fills the code in. */
export function SignUpPage() {
  const { t } = useTranslation(['app', 'common'])
  const configs = useUnit($configs)
  const { state } = useLocation()
  const [params] = useSearchParams()
  const isFirst = configs?.FIRST_ACCOUNT === true
  const isInvited = configs?.SIGNUP === 'invite' && !isFirst
  // A new user's first sign-in creates the account.
  if (configs?.LOCAL_SIGNIN === false) return <Navigate to="/login" state={state} replace />
  return (
    <SessionCard
      title={t(isFirst ? 'session.firstTitle' : 'session.signUpTitle')}
      words={t(isFirst ? 'session.firstWords' : 'session.signUpWords')}
    >
      {configs?.SIGNUP === 'closed' ? (
        <Notice tone="warning">{t('session.closed')}</Notice>
      ) : (
        <>
          {isInvited && <Notice>{t('session.inviteOnly')}</Notice>}
          <AccountForm mode="sign-up" invited={isInvited} invitation={params.get('invitation') ?? ''} />
        </>
      )}
      {!isFirst && <Providers returnTo={signedInPath(state)} />}
      {!isFirst && (
        <p className="session-other">
          {t('session.haveAccount')}
          <Link to="/login" state={state}>
            {t('common:action.signIn')}
          </Link>
        </p>
      )}
    </SessionCard>
  )
}
