import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { toBrowserPath } from '../core/base-path.ts'
import { $screens } from '../features/registry.ts'
import { signedInPath } from '../features/shared/command-presentation/index.ts'
import { $isSessionEnded, $session } from '../model/session/index.ts'
import { sharedEntryOf } from './shared-entry.ts'

/**
 * Redirects to /login without a session, and from it back to where the user was with one, by the `access` of the screen. A user whose session ended
 * while reading stays: the local database still works, and a dialog and a notice offer to sign in.
 */
export function useGate(): void {
  const [{ status, user }, isEnded, screens] = useUnit([$session, $isSessionEnded, $screens])
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const access = screens.find(({ path }) => path === pathname)?.access
  useEffect(() => {
    if (status === 'authenticated' && access === 'signed-out')
      void navigate(signedInPath(state), { replace: true })
    if (status !== 'unauthenticated' || isEnded || user !== null || (access && access !== 'admin')) return
    const shared = sharedEntryOf(pathname, search)
    if (shared === null) void navigate('/login', { replace: true, state: { from: pathname + search + hash } })
    // Its public page shows it without an account.
    else window.location.replace(toBrowserPath(`/share/entries/${encodeURIComponent(shared)}`))
  }, [status, user, isEnded, access, pathname, search, hash, state, navigate])
}
