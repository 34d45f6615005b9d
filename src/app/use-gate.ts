import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { toBrowserPath } from '../core/base-path.ts'
import { $screens } from '../features/registry.ts'
import { $session } from '../model/index.ts'
import { sharedEntryOf } from './shared-entry.ts'

/**
 * Redirects to /login without a session and away from it with one, by the `access` of the screen. A user whose session ended while reading stays: the
 * local database still works, and a notice offers to sign in.
 */
export function useGate(): void {
  const [{ status, user }, screens] = useUnit([$session, $screens])
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const access = screens.find(({ path }) => path === pathname)?.access
  useEffect(() => {
    if (status === 'authenticated' && access === 'signed-out') void navigate('/', { replace: true })
    if (status !== 'unauthenticated' || user !== null || (access && access !== 'admin')) return
    const shared = sharedEntryOf(pathname, search)
    if (shared === null) void navigate('/login', { replace: true })
    // Its public page shows it without an account.
    else window.location.replace(toBrowserPath(`/share/entries/${encodeURIComponent(shared)}`))
  }, [status, user, access, pathname, search, navigate])
}
