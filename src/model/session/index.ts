/** The session. follow.db stores the user, so that an offline startup knows who is signed in. */
import { attach, createEvent, createStore, sample } from 'effector'
import { asApiError } from '../../api/index.ts'
import { invalidInvitation } from '../../contract/errors.ts'
import type { SessionAnswer, SessionUser } from '../../contract/session.ts'
import { appStarted, errorNotified, infoNotified, userDataCleared } from '../app/events.ts'
import { $ready } from '../app/ready.ts'
import { isTrialLimit, refusalNotification } from '../app/notify-failures.ts'
import { repeatWithCode, type CodeInput } from '../code/index.ts'
import { dialogClosed, dialogOpened, type DialogId, type DialogRequest } from '../layout/index.ts'
import { screenRequested } from '../location/index.ts'
import { responseReceived, startupCacheOutdated, wentOnline } from '../network/index.ts'
import { $services } from '../services.ts'
import { imageProxyReceived } from './image-proxy.ts'
import {
  $configs,
  $isSessionEnded,
  $session,
  adminChanged,
  configsReceived,
  isSignedOut,
  NO_USER,
  roleChanged,
  sessionChanged,
  sessionEnded,
  type Session,
} from './state.ts'

export { $imageProxy, $isCachedPageOutdated, isPictureProxied } from './image-proxy.ts'

export * from './state.ts'

const [INVALID_INVITATION] = invalidInvitation

/** Requests the signed-in user from the server. */
export const whoamiRequested = createEvent()
/** A different user signed in: the previous user's data was deleted. */
export const userChanged = createEvent()
/** The user is authenticated and the server reachable: fetch their data. */
export const userAuthenticated = createEvent()

const readUserFx = attach({
  source: $services,
  effect: async ({ local }): Promise<SessionUser | null> => {
    const stored = await local.call('user.get')
    return stored && stored.id !== NO_USER ? (stored.row as SessionUser) : null
  },
})
/** In localStorage while a sign-out has not reached the server. */
export const SIGN_OUT_PENDING_KEY = 'follow:sign-out-pending'
const whoamiFx = attach({
  source: $services,
  effect: async ({ api, storage }): Promise<SessionAnswer> => {
    if (storage.getItem(SIGN_OUT_PENDING_KEY) === null) return api.session.get({})
    // The session cookie still exists: end the session before fetching anything with it.
    await api.auth.signOut().catch((error: unknown) => {
      const apiError = asApiError(error)
      // A refusal means that the session has already ended.
      if (apiError === null || apiError.kind === 'unreachable' || apiError.status >= 500) throw error
    })
    storage.removeItem(SIGN_OUT_PENDING_KEY)
    return null
  },
})
const switchUserFx = attach({
  source: $services,
  effect: async ({ local, queryClient }, { user, role, admin = false }: NonNullable<SessionAnswer>) => {
    const { wiped } = await local.call('user.take', { id: user.id, row: user })
    if (wiped) queryClient.clear()
    return { user, role, admin, wiped }
  },
})
sample({ clock: [appStarted, startupCacheOutdated], target: readUserFx })
sample({
  clock: readUserFx.doneData,
  fn: (user): Session => ({ status: 'loading', user }),
  target: sessionChanged,
})
sample({ clock: readUserFx.finally, target: whoamiRequested })
sample({
  clock: wentOnline,
  source: $session,
  filter: ({ status }) => status !== 'unauthenticated',
  target: whoamiRequested,
})
sample({ clock: whoamiRequested, target: whoamiFx })

/**
 * The user is switched only after the local rows were read: otherwise outbox rows of the previous user that are still
 * being loaded would be stored again in the new user's database.
 */
const $pendingSession = createStore<SessionAnswer>(null, { serialize: 'ignore' })
  .on(whoamiFx.doneData, (_, response) => response)
  .reset(switchUserFx)
sample({
  clock: [$pendingSession, $ready],
  source: { ready: $ready, response: $pendingSession },
  filter: ({ ready, response }) => ready && response !== null,
  fn: ({ response }) => response as NonNullable<SessionAnswer>,
  target: switchUserFx,
})
sample({
  clock: switchUserFx.doneData,
  filter: ({ wiped }) => wiped,
  fn: () => {},
  target: [userDataCleared, userChanged],
})
sample({
  clock: switchUserFx.doneData,
  fn: ({ user }): Session => ({ status: 'authenticated', user }),
  target: sessionChanged,
})
sample({ clock: switchUserFx.doneData, fn: ({ role }) => role, target: roleChanged })
sample({ clock: switchUserFx.doneData, fn: ({ admin }) => admin, target: adminChanged })
sample({ clock: whoamiFx.fail, fn: () => false, target: adminChanged })
const foundSignedOut = whoamiFx.doneData.filter({ fn: (response) => response === null })
/** Spec 8: the server reports that the session is over. The user has to sign in again. */
const endFound = sample({
  clock: foundSignedOut,
  source: $session,
  filter: ({ status }) => status === 'authenticated',
  fn: () => {},
})
sample({ clock: endFound, target: sessionEnded })
sample({ clock: endFound, fn: (): DialogRequest => ({ id: 'session' }), target: dialogOpened })
sample({
  clock: [foundSignedOut, endFound],
  fn: (): Session => ({ status: 'unauthenticated', user: null }),
  target: sessionChanged,
})
/**
 * A response with 401 may be about a code or a password, or about a session that this device has replaced since: a request
 * finds out whether the session is over.
 */
sample({
  clock: responseReceived,
  source: { session: $session, isAsking: whoamiFx.pending },
  filter: ({ session, isAsking }, { status }) =>
    session.status === 'authenticated' && !isAsking && status === 401,
  fn: () => {},
  target: whoamiRequested,
})
/** A sign-in elsewhere, as in another tab, also closes the dialog. */
sample({
  clock: $isSessionEnded.updates.filter({ fn: (isEnded) => !isEnded }),
  fn: (): { id: DialogId } => ({ id: 'session' }),
  target: dialogClosed,
})
sample({
  clock: whoamiFx.doneData.filterMap((response) => response?.imageProxy),
  target: imageProxyReceived,
})
sample({ clock: switchUserFx.done, fn: () => {}, target: userAuthenticated })
/** Without a response the stored user stays signed in. */
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
/** The server's public configuration, with the sign-up mode. */
export const configsRequested = createEvent()
const configsFx = attach({
  source: $services,
  effect: async ({ api }) => (await api.status.configs({})).data,
})
sample({ clock: configsRequested, target: configsFx })
sample({ clock: configsFx.doneData, target: configsReceived })
/** Needed only for signing in. */
sample({
  clock: [$session, wentOnline],
  source: { session: $session, configs: $configs, pending: configsFx.pending },
  filter: ({ session, configs, pending }) => configs === null && !pending && mayHaveToSignIn(session),
  fn: () => {},
  target: configsFx,
})
/** The user learns the limits of a trial before reaching them. */
sample({
  clock: roleChanged,
  source: $configs,
  filter: (configs, role) => role === 'trial' && configs === null,
  fn: () => {},
  target: configsFx,
})

/** Creates an invitation and copies its code; the notification shows it too, in case the clipboard is not available. */
export const invitationRequested = createEvent()
export const createInvitationFx = attach({
  source: $services,
  effect: async ({ api, platform, queryClient }, input: CodeInput) => {
    const { data: code } = await api.invitations.create(input)
    await platform.copyText(code).catch(() => undefined)
    void queryClient.invalidateQueries({ queryKey: ['invitations'] })
    return code
  },
})
sample({ clock: invitationRequested, fn: () => ({}), target: createInvitationFx })
sample({
  clock: createInvitationFx.doneData,
  fn: (code) => ({ key: 'app:session.invited', values: { invitation: code } }),
  target: infoNotified,
})
repeatWithCode(createInvitationFx)

/** Spec 8: a call that needs an invitation leads to its page. A form of sign-up shows the refusal itself. */
sample({
  clock: responseReceived,
  source: $session,
  filter: ({ user }, { status, code }) => user !== null && status === 400 && code === INVALID_INVITATION,
  fn: () => ({ path: '/invitation' }),
  target: screenRequested,
})
sample({
  clock: responseReceived.filterMap(({ code }) =>
    code !== undefined && isTrialLimit(code) ? code : undefined,
  ),
  fn: refusalNotification,
  target: errorNotified,
})

function mayHaveToSignIn(session: Session): boolean {
  if (session.status === 'unknown') return false
  return session.user === null || isSignedOut(session)
}
