/** Signing in, up and out; loaded with the screens that use it. */
import { attach, createEvent, sample } from 'effector'
import { userDataCleared } from '../app/events.ts'
import { notifyFailures } from '../app/notify-failures.ts'
import { entered } from '../session/entrance.ts'
import { $services } from '../services.ts'
import type { Proof } from '../../contract/proof.ts'
import { accountCalls } from './account-calls.ts'
import {
  $session,
  configsRequested,
  NO_USER,
  sessionChanged,
  SIGN_OUT_PENDING_KEY,
  whoamiRequested,
} from '../session/index.ts'
import type { SessionUser } from '../../contract/session.ts'

/** `code-required`: the password is correct, and {@link verifyCodeFx} completes the sign-in. */
export type SignInResult = 'signed-in' | 'code-required'
/** Where the server asks for a captcha, the token of a solved one: `hc:…`. */
type WithCaptcha = { readonly captcha?: string | undefined }
/** Rejects with an ApiError: better-auth's text is in `message` of a failure. */
export const signInFx = attach({
  source: $services,
  effect: async (
    { api },
    { captcha, ...credentials }: { email: string; password: string } & WithCaptcha,
  ): Promise<SignInResult> => {
    const response = await api.auth.signIn(credentials, { captcha })
    return response?.twoFactorRedirect ? 'code-required' : 'signed-in'
  },
})
/** The second factor of a sign-in: a code of the authenticator app, or one of the backup codes, each of which works once. */
export type SecondFactor = { readonly kind: 'totp' | 'backup'; readonly code: string }
export const verifyCodeFx = attach({
  source: $services,
  effect: ({ api }, { kind, code }: SecondFactor) =>
    kind === 'totp'
      ? api.auth.verifyTotp({ code: code.replaceAll(/\s/g, '') })
      : api.auth.verifyBackupCode({ code: code.trim() }),
})
/** Signs in with the response of a passkey, which needs no second factor. */
export const passkeySignInFx = attach({
  source: $services,
  effect: ({ api }, response: unknown) => accountCalls(api).signInWithPasskey({ response }),
})
/** The user's record changed and is shown at once; {@link storeUserFx} stores it when the server has accepted it. */
export const userEdited = createEvent<Partial<SessionUser>>()
sample({
  clock: userEdited,
  source: $session,
  filter: ({ user }) => user !== null,
  fn: ({ status, user }, changes) => ({ status, user: { ...(user as SessionUser), ...changes } }),
  target: sessionChanged,
})
/** Stores the user's record in follow.db, for starts without the server. */
export const storeUserFx = attach({
  source: { services: $services, session: $session },
  effect: async ({ services, session: { user } }) => {
    if (user) await services.local.call('user.take', { id: user.id, row: user })
  },
})
/** `address-unconfirmed`: an email was sent whose link activates the account. */
export type SignUpResult = 'signed-in' | 'address-unconfirmed'
export const signUpFx = attach({
  source: $services,
  effect: async (
    { api },
    {
      captcha,
      ...credentials
    }: { email: string; password: string; name: string; invitationCode?: string } & WithCaptcha,
  ): Promise<SignUpResult> => {
    const response = await api.auth.signUp(credentials, { captcha })
    return response?.token === null ? 'address-unconfirmed' : 'signed-in'
  },
})
/**
 * Deletes the user's data in this browser, then restarts. With $pendingCount above zero, dialogs confirm first. If the
 * server is unreachable, its session is ended at the next startup, before any other request.
 */
export const signOutFx = attach({
  source: $services,
  effect: async ({ api, local, queryClient, storage }) => {
    await api.auth.signOut().catch(() => storage.setItem(SIGN_OUT_PENDING_KEY, 'true'))
    queryClient.clear()
    await local.call('user.take', { id: NO_USER, row: {} })
  },
})
/** Deletes the account on the server, then the user's data in this browser, and restarts. */
export const deleteAccountFx = attach({
  source: $services,
  effect: async ({ api, local, queryClient }, proof: Proof) => {
    await accountCalls(api).deleteAccount(proof)
    queryClient.clear()
    await local.call('user.take', { id: NO_USER, row: {} })
  },
})
/** The next user does not start at this user's location. */
const restartFx = attach({ source: $services, effect: ({ platform }) => platform.restart('/') })
sample({ clock: [signOutFx.done, deleteAccountFx.done], fn: () => {}, target: [userDataCleared, restartFx] })
const signedInFx = attach({
  source: $services,
  effect: ({ storage }) => storage.removeItem(SIGN_OUT_PENDING_KEY),
})

const signedIn = signInFx.doneData.filter({ fn: (result) => result === 'signed-in' })
const signedUp = signUpFx.doneData.filter({ fn: (result) => result === 'signed-in' })
/** A new session replaced the one that was to be ended. */
sample({
  clock: [signedIn, verifyCodeFx.done, passkeySignInFx.done, signedUp],
  fn: () => {},
  target: signedInFx,
})
sample({
  clock: [signedIn, verifyCodeFx.done, passkeySignInFx.done],
  fn: () => 'signedIn' as const,
  target: entered,
})
sample({ clock: signedUp, fn: () => 'registered' as const, target: entered })
sample({ clock: signedInFx.done, fn: () => {}, target: whoamiRequested })
sample({ clock: signUpFx.done, fn: () => {}, target: configsRequested })
notifyFailures(signOutFx.failData)
