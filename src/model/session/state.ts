import { createEvent, createStore } from 'effector'
import type { SessionUser } from '../../contract/session.ts'
import type { Configs } from '../../contract/status.ts'

export { NO_USER } from '../../local/calls.ts'

type SessionStatus = 'loading' | 'authenticated' | 'error' | 'unauthenticated' | 'unknown'
export type Session = { readonly status: SessionStatus; readonly user: SessionUser | null }
/** No user is signed in according to the server, or the session is unknown and no user is stored. */
export const isSignedOut = ({ status }: Session): boolean =>
  status === 'unauthenticated' || status === 'error'
/** Until then a user who is signed in would see a form to sign in. */
export const isSessionKnown = (session: Session): boolean => session.user !== null || isSignedOut(session)
export const sessionChanged = createEvent<Session>()
export const $session = createStore<Session>({ status: 'unknown', user: null }, { serialize: 'ignore' }).on(
  sessionChanged,
  (_, session) => session,
)
/** Without a session, and without a library that an earlier one has left here. */
export const $isVisitor = $session.map(({ status, user }) => status === 'unauthenticated' && user === null)

/** The session ended while the page was open: no user is signed in, but the last user's data and changes are still here. */
export const sessionEnded = createEvent()
export const $isSessionEnded = createStore(false, { serialize: 'ignore' })
  .on(sessionEnded, () => true)
  .on(sessionChanged, (isEnded, { user }) => (user === null ? isEnded : false))

/** `trial`: with limits (1100 to 1103) until an invitation code is used. null until the server has responded. */
export type Role = 'user' | 'trial'
export const roleChanged = createEvent<Role>()
export const $role = createStore<Role | null>(null, { serialize: 'ignore' })
  .on(roleChanged, (_, role) => role)
  .on(sessionChanged, (role, { user }) => (user === null ? null : role))

export const adminChanged = createEvent<boolean>()
/** Whether the user administers the server; null until the server has responded. */
export const $isAdmin = createStore<boolean | null>(null, { serialize: 'ignore' })
  .on(adminChanged, (_, isAdmin) => isAdmin)
  .on(sessionChanged, (isAdmin, { user }) => (user === null ? null : isAdmin))

export const configsReceived = createEvent<Configs>()
export const $configs = createStore<Configs | null>(null, { serialize: 'ignore' }).on(
  configsReceived,
  (_, configs) => configs,
)
