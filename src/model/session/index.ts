/** Who is signed in. Whoami is kept in follow.db, so that a start without a network knows the person. */
import { attach, createEvent, createStore, sample } from 'effector'
import { asApiError } from '../../api/index.ts'
import type { SessionAnswer, SessionUser } from '../../contract/session.ts'
import { appStarted, infoNotified, userDataCleared } from '../app/events.ts'
import { $ready } from '../app/ready.ts'
import { notifyFailures } from '../app/notify-failures.ts'
import { responseReceived, startupCacheOutdated, wentOnline } from '../network/index.ts'
import { $services } from '../services.ts'
import {
  $configs,
  $session,
  configsReceived,
  isSignedOut,
  NO_USER,
  sessionChanged,
  type Session,
} from './state.ts'

export { $unsentCount } from '../outbox/state.ts'
export * from './state.ts'

/** Asks the server who is signed in. */
export const whoamiRequested = createEvent()
/** Another person than the one whose library is here: everything of hers is gone. */
export const userChanged = createEvent()
/** The person is known and the server reachable: fetch what is hers. */
export const userAuthenticated = createEvent()

const knownFx = attach({
  source: $services,
  effect: async ({ local }): Promise<SessionUser | null> => {
    const known = await local.call('user.get')
    return known && known.id !== NO_USER ? (known.row as SessionUser) : null
  },
})
/** In localStorage while the server has not been told of a sign-out: it was away. */
export const SIGN_OUT_PENDING_KEY = 'follow:sign-out-pending'
const whoamiFx = attach({
  source: $services,
  effect: async ({ api, storage }): Promise<SessionAnswer> => {
    if (storage.getItem(SIGN_OUT_PENDING_KEY) === null) return api.session.get({})
    // The session's cookie is still there: nothing may be fetched with it before it has ended.
    await api.auth.signOut().catch((error: unknown) => {
      const known = asApiError(error)
      // A refusal means that there is no session any more.
      if (known === null || known.kind === 'unreachable' || known.status >= 500) throw error
    })
    storage.removeItem(SIGN_OUT_PENDING_KEY)
    return null
  },
})
const takeFx = attach({
  source: $services,
  effect: async ({ local, queryClient }, { user }: NonNullable<SessionAnswer>) => {
    const { wiped } = await local.call('user.take', { id: user.id, row: user })
    if (wiped) queryClient.clear()
    return { user, wiped }
  },
})
sample({ clock: [appStarted, startupCacheOutdated], target: knownFx })
sample({
  clock: knownFx.doneData,
  fn: (user): Session => ({ status: 'loading', user }),
  target: sessionChanged,
})
sample({ clock: knownFx.finally, target: whoamiRequested })
sample({
  clock: wentOnline,
  source: $session,
  filter: ({ status }) => status !== 'unauthenticated',
  target: whoamiRequested,
})
sample({ clock: whoamiRequested, target: whoamiFx })

/**
 * The library is handed over only once it was read: rows of the outbox that were on their way into the stores would
 * otherwise be kept again, in the library of somebody else.
 */
const $toTake = createStore<SessionAnswer>(null, { serialize: 'ignore' })
  .on(whoamiFx.doneData, (_, answer) => answer)
  .reset(takeFx)
sample({
  clock: [$toTake, $ready],
  source: { ready: $ready, answer: $toTake },
  filter: ({ ready, answer }) => ready && answer !== null,
  fn: ({ answer }) => answer as NonNullable<SessionAnswer>,
  target: takeFx,
})
sample({
  clock: takeFx.doneData,
  filter: ({ wiped }) => wiped,
  fn: () => {},
  target: [userDataCleared, userChanged],
})
sample({
  clock: takeFx.doneData,
  fn: ({ user }): Session => ({ status: 'authenticated', user }),
  target: sessionChanged,
})
sample({
  clock: whoamiFx.doneData,
  filter: (answer) => answer === null,
  fn: (): Session => ({ status: 'unauthenticated', user: null }),
  target: sessionChanged,
})
sample({ clock: takeFx.done, fn: () => {}, target: userAuthenticated })
/** Without an answer the person of last time goes on; nobody knows of anybody else. */
sample({
  clock: whoamiFx.fail,
  source: $session,
  fn: ({ user }, { error }): Session => {
    const signedOut = asApiError(error)?.kind !== 'unreachable'
    return user && !signedOut ? { status: 'authenticated', user } : { status: 'error', user }
  },
  target: sessionChanged,
})
const pendingFx = attach({
  source: $services,
  effect: ({ storage }) => storage.getItem(SIGN_OUT_PENDING_KEY) !== null,
})
sample({ clock: whoamiFx.fail, fn: () => {}, target: pendingFx })
sample({
  clock: pendingFx.doneData.filter({ fn: Boolean }),
  fn: () => ({ key: 'app:session.signOut.pending' }),
  target: infoNotified,
})
/** Spec 8: a 401 of any call marks signed out. */
sample({
  clock: responseReceived,
  source: $session,
  filter: ({ status }, heard) => heard.status === 401 && status === 'authenticated',
  fn: ({ user }): Session => ({ status: 'unauthenticated', user }),
  target: sessionChanged,
})

/** What the server says of itself, sign-up among it. */
export const configsRequested = createEvent()
const configsFx = attach({
  source: $services,
  effect: async ({ api }) => (await api.status.configs({})).data,
})
sample({ clock: configsRequested, target: configsFx })
sample({ clock: configsFx.doneData, target: configsReceived })
/** Only who is to sign in needs to know. */
sample({
  clock: [$session, wentOnline],
  source: { session: $session, configs: $configs, asking: configsFx.pending },
  filter: ({ session, configs, asking }) => configs === null && !asking && mayHaveToSignIn(session),
  fn: () => {},
  target: configsFx,
})
/** Makes an invitation and lays its code on the clipboard; where the browser refuses that, the notice has it too. */
export const invitationRequested = createEvent()
const inviteFx = attach({
  source: $services,
  effect: async ({ api, world }) => {
    const { data: code } = await api.invitations.create({})
    await world.copyText(code).catch(() => undefined)
    return code
  },
})
sample({ clock: invitationRequested, target: inviteFx })
sample({
  clock: inviteFx.doneData,
  fn: (code) => ({ key: 'app:session.invited', values: { invitation: code } }),
  target: infoNotified,
})
notifyFailures(inviteFx.failData)

function mayHaveToSignIn(session: Session): boolean {
  if (session.status === 'unknown') return false
  return session.user === null || isSignedOut(session)
}
