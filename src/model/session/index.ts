/** Who is signed in. Whoami is kept in follow.db, so that a start without a network knows the person. */
import { attach, createEvent, createStore } from 'effector'
import type { SessionUser } from '../../contract/session.ts'
import type { Configs } from '../../contract/status.ts'
import { $services } from '../services.ts'

export { $unsentCount } from '../outbox/state.ts'

export type SessionStatus = 'loading' | 'authenticated' | 'error' | 'unauthenticated' | 'unknown'
export type Session = { readonly status: SessionStatus; readonly user: SessionUser | null }
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

/** Rejects with an ApiError: better-auth's words are in `message` of a failed one. */
export const signInFx = attach({
  source: $services,
  effect: ({ api }, who: { email: string; password: string }) => api.auth.signIn(who),
})
export const signUpFx = attach({
  source: $services,
  effect: ({ api }, who: { email: string; password: string; name: string; invitation?: string }) =>
    api.auth.signUp(who),
})
/** Clears everything of the person's here, then reloads. With $unsentCount above zero, panes ask first. */
export const signOutFx = attach({
  source: $services,
  effect: async ({ api, local, world }) => {
    await api.auth.signOut()
    await local.call('database.reset')
    world.reload()
  },
})
