import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { accountCalls } from '../../model/account/account-calls.ts'
import { $services } from '../../model/services.ts'
import { $session, whoamiRequested } from '../../model/session/index.ts'
import { Notice, useTranslation } from '../../ui/index.ts'
import { EmailForm } from './email-form.tsx'
import { FocusedLink, WayOut } from './focused-link.tsx'
import { SessionCard } from './session-card.tsx'
import { toBrowserPath } from '../../core/base-path.ts'

/**
 * The page /verify-email, where the link of a verification e-mail leads after the server has handled it: `?error=` when it no
 * longer works, `?to=` the new address of a change, whose own e-mail may still have to be opened.
 */
export function VerifyEmailPage() {
  const { t } = useTranslation(['app', 'common'])
  const { services, session, whoami } = useUnit({
    services: $services,
    session: $session,
    whoami: whoamiRequested,
  })
  const [params] = useSearchParams()
  const hasFailed = params.has('error')
  const to = params.get('to')
  // The session's user still has the old state of the address.
  useEffect(() => whoami(), [whoami])
  const isSignedIn = session.user !== null
  const isWaiting = to !== null && isSignedIn && session.user?.email !== to.toLowerCase()
  const done = isWaiting ? t('session.verify.next', { email: to }) : t('session.verify.done')
  return (
    <SessionCard
      title={t('session.verify.title')}
      words={t(hasFailed ? 'session.verify.failedWords' : 'session.verify.words')}
    >
      {hasFailed ? (
        <>
          <Notice tone="danger">{t('session.verify.expired')}</Notice>
          <EmailForm
            submitLabel={t('session.verify.send')}
            sentMessage={(email) => t('session.verify.sent', { email })}
            send={(email) =>
              accountCalls(services.api).sendVerification({ email, callbackURL: verifyAddress() })
            }
          />
          <WayOut />
        </>
      ) : (
        <>
          <Notice tone="success">{done}</Notice>
          <FocusedLink to={isSignedIn ? '/' : '/login'}>
            {isSignedIn ? t('session.verify.read') : t('common:action.signIn')}
          </FocusedLink>
        </>
      )}
    </SessionCard>
  )
}

/**
 * Where the link of a verification e-mail leads. A path, because the server is not always known to itself by the host that
 * the browser uses.
 * @param to the new address, where the e-mail belongs to a change
 */
export const verifyAddress = (to?: string): string =>
  toBrowserPath(to === undefined ? '/verify-email' : `/verify-email?to=${encodeURIComponent(to)}`)
