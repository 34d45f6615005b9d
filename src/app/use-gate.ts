import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { $screens } from '../features/registry.ts'
import { $session, fromPath } from '../model/index.ts'

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
    if (status !== 'unauthenticated' || user !== null || access) return
    const shared = sharedEntryOf(pathname, search)
    if (shared === null) void navigate('/login', { replace: true })
    else window.location.replace(`/share/entries/${encodeURIComponent(shared)}`)
  }, [status, user, access, pathname, search, navigate])
}

/** @returns the entry of a shared address (client-facts 2), which its public page shows without an account */
function sharedEntryOf(pathname: string, search: string): string | null {
  return new URLSearchParams(search).get('share') === '1' ? (fromPath(pathname)?.entryId ?? null) : null
}
