import { useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { $session } from '../../model/session/index.ts'
import { useTranslation } from '../../ui/index.ts'

/** The next step of a page as a link that looks like a button; it takes the focus when it appears. */
export function FocusedLink({ to, children }: { readonly to: string; readonly children: string }) {
  const element = useRef<HTMLAnchorElement>(null)
  useEffect(() => element.current?.focus(), [])
  return (
    <Link ref={element} className="ui-button" data-variant="primary" data-wide to={to}>
      {children}
    </Link>
  )
}

/** The way out of a page that a link in an e-mail opens: to the reader, or to signing in. */
export function WayOut() {
  const { t } = useTranslation(['app', 'common'])
  const isSignedIn = useUnit($session).user !== null
  return (
    <p className="session-other">
      <Link to={isSignedIn ? '/' : '/login'}>
        {isSignedIn ? t('session.verify.read') : t('common:action.signIn')}
      </Link>
    </p>
  )
}
