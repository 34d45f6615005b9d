import { useUnit } from 'effector-react'
import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { $role, $session, isSignedOut } from '../../model/session/index.ts'
import { Notice, useTranslation } from '../../ui/index.ts'
import { FocusedLink, SessionCard, WayOut } from '../session/index.ts'
import { Confetti } from './confetti.tsx'
import { InvitationForm } from './invitation-form.tsx'

/** The page /invitation, where a refusal with 1003 leads; `?code=` fills the code in. Without a session it leads to sign-up. */
export function InvitationPage() {
  const { t } = useTranslation('app')
  const { session, role } = useUnit({ session: $session, role: $role })
  const [params] = useSearchParams()
  const [activated, setActivated] = useState(false)
  const code = params.get('code') ?? ''
  // Whether a code is needed comes with the session.
  if (session.status !== 'authenticated' && !isSignedOut(session)) return null
  if (session.user === null)
    return <Navigate to={`/register?invitation=${encodeURIComponent(code)}`} replace />
  const isNeeded = role !== 'user'
  return (
    <SessionCard title={t('invitation.title')} words={t('invitation.words')}>
      {isNeeded && !activated ? (
        <>
          <InvitationForm code={code} onActivated={() => setActivated(true)} />
          <WayOut />
        </>
      ) : (
        <>
          {activated && <Confetti />}
          <Notice tone="success">{t(activated ? 'invitation.activated' : 'invitation.notNeeded')}</Notice>
          <FocusedLink to="/">{t('session.verify.read')}</FocusedLink>
        </>
      )}
    </SessionCard>
  )
}
