/** Signing in, up and out; comes with the screens that ask for it. */
import { attach, sample } from 'effector'
import { userDataCleared } from '../app/events.ts'
import { notifyFailures } from '../app/notify-failures.ts'
import { $services } from '../services.ts'
import { configsRequested, NO_USER, SIGN_OUT_PENDING_KEY, whoamiRequested } from '../session/index.ts'

/** `code-required`: the password was right, and {@link verifyCodeFx} ends the sign-in. */
export type SignInResult = 'signed-in' | 'code-required'
/** Rejects with an ApiError: better-auth's words are in `message` of a failed one. */
export const signInFx = attach({
  source: $services,
  effect: async ({ api }, who: { email: string; password: string }): Promise<SignInResult> => {
    const answer = await api.auth.signIn(who)
    return answer?.twoFactorRedirect ? 'code-required' : 'signed-in'
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
/** `address-unconfirmed`: a letter is on its way, whose link opens the account. */
export type SignUpResult = 'signed-in' | 'address-unconfirmed'
export const signUpFx = attach({
  source: $services,
  effect: async (
    { api },
    who: { email: string; password: string; name: string; invitationCode?: string },
  ): Promise<SignUpResult> => {
    const answer = await api.auth.signUp(who)
    return answer?.token === null ? 'address-unconfirmed' : 'signed-in'
  },
})
/**
 * Clears everything of the user's here, then reloads. With $unsentCount above zero, dialogs ask first. Where the server is
 * away the session is ended there at the next start, before anything else is asked.
 */
export const signOutFx = attach({
  source: $services,
  effect: async ({ api, local, queryClient, storage }) => {
    await api.auth.signOut().catch(() => storage.setItem(SIGN_OUT_PENDING_KEY, 'true'))
    queryClient.clear()
    await local.call('user.take', { id: NO_USER, row: {} })
  },
})
const reloadFx = attach({ source: $services, effect: ({ world }) => world.reload() })
sample({ clock: signOutFx.done, fn: () => {}, target: [userDataCleared, reloadFx] })
const signedInFx = attach({
  source: $services,
  effect: ({ storage }) => storage.removeItem(SIGN_OUT_PENDING_KEY),
})

const signedIn = signInFx.doneData.filter({ fn: (result) => result === 'signed-in' })
const signedUp = signUpFx.doneData.filter({ fn: (result) => result === 'signed-in' })
/** A new session took the place of the one that was to end. */
sample({ clock: [signedIn, verifyCodeFx.done, signedUp], fn: () => {}, target: signedInFx })
sample({ clock: signedInFx.done, fn: () => {}, target: whoamiRequested })
sample({ clock: signUpFx.done, fn: () => {}, target: configsRequested })
notifyFailures(signOutFx.failData)
