import { useUnit } from 'effector-react'
import { useState } from 'react'
import { $configs } from '../../model/session/index.ts'
import { Button, Notice, useTranslation } from '../../ui/index.ts'
import { AccountForm } from './account-form.tsx'
import { Providers } from './providers.tsx'

type Mode = 'sign-in' | 'sign-up'

/** The page /login. The app redirects away from it after sign-in. */
export function SessionPage() {
  const { t } = useTranslation(['app', 'common'])
  const configs = useUnit($configs)
  const first = configs?.FIRST_ACCOUNT === true
  const [chosen, choose] = useState<Mode | null>(null)
  const mode = chosen ?? (first ? 'sign-up' : 'sign-in')
  const signsUp = mode === 'sign-up' && configs !== null
  const closed = signsUp && configs.SIGNUP === 'closed'
  const invited = signsUp && configs.SIGNUP === 'invite'
  const title = first
    ? 'session.firstTitle'
    : mode === 'sign-in'
      ? 'session.signInTitle'
      : 'session.signUpTitle'
  const description = first
    ? 'session.firstWords'
    : mode === 'sign-in'
      ? 'session.signInWords'
      : 'session.signUpWords'
  return (
    <main className="session-page" data-focus-area="home">
      <div className="session-card">
        <Logo />
        <h1 className="session-title">{t(title)}</h1>
        <p className="session-words">{t(description)}</p>
        {closed ? (
          <Notice tone="warning">{t('session.closed')}</Notice>
        ) : (
          <>
            {invited && <Notice>{t('session.inviteOnly')}</Notice>}
            {/* The key makes a change of mode begin with its own first field. */}
            <AccountForm key={mode} mode={mode} invited={invited} />
          </>
        )}
        {!first && <Providers />}
        {!first && (
          <p className="session-other">
            {t(mode === 'sign-in' ? 'session.noAccount' : 'session.haveAccount')}
            <Button
              variant="quiet"
              size="small"
              onClick={() => choose(mode === 'sign-in' ? 'sign-up' : 'sign-in')}
            >
              {mode === 'sign-in' ? t('session.createAccount') : t('common:action.signIn')}
            </Button>
          </p>
        )}
      </div>
    </main>
  )
}

/** The logo: an open book on a reading desk. Decorative, so hidden from screen readers. */
const Logo = () => (
  <svg className="session-mark" viewBox="0 0 48 48" aria-hidden="true">
    <path
      d="M24 15.5c-4.2-3-9.2-4-15-4v19c5.8 0 10.8 1 15 4 4.2-3 9.2-4 15-4v-19c-5.8 0-10.8 1-15 4Z"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.25"
      strokeLinejoin="round"
    />
    <path d="M24 15.5v19" stroke="currentColor" strokeWidth="2.25" />
    <path d="M13 40h22" stroke="var(--accent)" strokeWidth="2.75" strokeLinecap="round" />
  </svg>
)
