/** Signing in, up and out; comes with the screens that ask for it. */
import { createEffect, sample } from 'effector'
import { held } from '../../core/index.ts'
import { tellFailures } from '../app/told.ts'
import { forgetAnswers } from '../known-queries.ts'
import { $services } from '../services.ts'
import { configsAsked, NOBODY, whoamiAsked } from '../session/index.ts'

/** Rejects with an ApiError: better-auth's words are in `message` of a failed one. */
export const signInFx = createEffect((who: { email: string; password: string }) =>
  held($services).api.auth.signIn(who),
)
export const signUpFx = createEffect(
  (who: { email: string; password: string; name: string; invitationCode?: string }) =>
    held($services).api.auth.signUp(who),
)
/** Clears everything of the person's here, then reloads. With $unsentCount above zero, panes ask first. */
export const signOutFx = createEffect(async () => {
  const services = held($services)
  const { api, local, storage, world } = services
  await api.auth.signOut()
  forgetAnswers(services)
  await local.call('user.take', { id: NOBODY, row: {} })
  for (const key of personalKeys) storage.removeItem(key)
  world.reload()
})
/** Preferences and queues of a person; the colour mode and the keys belong to the browser. */
const personalKeys = [
  'follow:general',
  'follow:ui',
  'follow:integration',
  'follow:setting_sync_queue',
  'follow:open-folders',
]

sample({ clock: [signInFx.done, signUpFx.done], fn: () => {}, target: whoamiAsked })
sample({ clock: signUpFx.done, fn: () => {}, target: configsAsked })
tellFailures(signOutFx.failData)
