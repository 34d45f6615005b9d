import { useUnit } from 'effector-react'
import { useLocation, useNavigate } from 'react-router'
import { registry } from '../../../model/app/index.ts'
import { $isSessionEnded } from '../../../model/session/index.ts'
import { Button, useTranslation, type ButtonProps } from '../../../ui/index.ts'

/** @param state of the history entry of a screen that signs in @returns the path of the reader where the user was before it */
export function signedInPath(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null
  return typeof from === 'string' && from.startsWith('/') ? from : '/'
}

/** Leads to /login and back here. Where the session ended while reading, a dialog signs in instead: scroll position and drafts stay. */
export function SignInButton(props: Pick<ButtonProps, 'size' | 'variant'>) {
  const { t } = useTranslation('common')
  const { isEnded, invoke } = useUnit({ isEnded: $isSessionEnded, invoke: registry.commandInvoked })
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const signIn = () =>
    isEnded
      ? invoke({ id: 'session:sign-in', source: 'button' })
      : void navigate('/login', { state: { from: pathname + search + hash } })
  return (
    <Button variant="primary" {...props} onClick={signIn}>
      {t('action.signIn')}
    </Button>
  )
}
