import { createEvent, createStore } from 'effector'
import type { SessionUser } from '../../contract/session.ts'
import type { Configs } from '../../contract/status.ts'

/** follow.db's word for nobody: taking it wipes what the person before left, the outbox included. */
export const NO_USER = ''

export type SessionStatus = 'loading' | 'authenticated' | 'error' | 'unauthenticated' | 'unknown'
export type Session = { readonly status: SessionStatus; readonly user: SessionUser | null }
/** Nobody is signed in, as far as the server said, or nobody is known whom it could be asked after. */
export const isSignedOut = ({ status }: Session): boolean =>
  status === 'unauthenticated' || status === 'error'
export const sessionChanged = createEvent<Session>()
export const $session = createStore<Session>({ status: 'unknown', user: null }, { serialize: 'ignore' }).on(
  sessionChanged,
  (_, session) => session,
)

export const configsReceived = createEvent<Configs>()
export const $configs = createStore<Configs | null>(null, { serialize: 'ignore' }).on(
  configsReceived,
  (_, configs) => configs,
)
/** open: anybody may; invite: with a code; closed: nobody; null until the server has said. */
export const $signupMode = $configs.map((configs): Configs['SIGNUP'] | null => configs?.SIGNUP ?? null)
