import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { $session } from '../model/index.ts'

/**
 * Redirects to /login without a session and away from it with one. A user whose session ended while reading stays: the
 * local database still works, and a notice offers to sign in.
 */
export function useGate(): void {
  const { status, user } = useUnit($session)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const isLogin = pathname === '/login'
  useEffect(() => {
    if (status === 'authenticated' && isLogin) void navigate('/', { replace: true })
    if (status === 'unauthenticated' && user === null && !isLogin) void navigate('/login', { replace: true })
  }, [status, user, isLogin, navigate])
}
