import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { $session } from '../model/index.ts'

/**
 * Leads a stranger to /login and a person away from it. Somebody whose session ended while reading stays where they
 * are: their library is here, and a notice says that it is time to sign in.
 */
export function useGate(): void {
  const { status, user } = useUnit($session)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const atDoor = pathname === '/login'
  useEffect(() => {
    if (status === 'authenticated' && atDoor) void navigate('/', { replace: true })
    if (status === 'unauthenticated' && user === null && !atDoor) void navigate('/login', { replace: true })
  }, [status, user, atDoor, navigate])
}
