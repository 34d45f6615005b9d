/** Signing in, up and out; comes with the screens that ask for it. */
import { attach, sample } from 'effector'
import { tellFailures } from '../app/told.ts'
import { $services } from '../services.ts'
import { configsAsked, NOBODY, whoamiAsked } from '../session/index.ts'

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
export const signUpFx = attach({
  source: $services,
  effect: ({ api }, who: { email: string; password: string; name: string; invitationCode?: string }) =>
    api.auth.signUp(who),
})
/** Clears everything of the person's here, then reloads. With $unsentCount above zero, panes ask first. */
export const signOutFx = attach({
  source: $services,
  effect: async ({ api, local, queryClient, storage, world }) => {
    await api.auth.signOut()
    queryClient.clear()
    await local.call('user.take', { id: NOBODY, row: {} })
    for (const key of personalKeys) storage.removeItem(key)
    world.reload()
  },
})
/** Preferences and queues of a person; the colour mode and the keys belong to the browser. */
const personalKeys = [
  'follow:general',
  'follow:ui',
  'follow:integration',
  'follow:setting_sync_queue',
  'follow:open-folders',
]

const signedIn = signInFx.doneData.filter({ fn: (result) => result === 'signed-in' })
sample({ clock: [signedIn, verifyCodeFx.done, signUpFx.done], fn: () => {}, target: whoamiAsked })
sample({ clock: signUpFx.done, fn: () => {}, target: configsAsked })
tellFailures(signOutFx.failData)
