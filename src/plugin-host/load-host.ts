/** Loads the host lazily: when a user is signed in and a plugin is enabled, or when the settings are opened. */
import { createEffect, createWatch, sample, scopeBind, type EventCallable, type Scope } from 'effector'
import { allFeaturesRegistered } from '../features/registry.ts'
import { infoNotified } from '../model/app/index.ts'
import { pluginScreensListed, pluginScreensRequested } from '../model/plugins/index.ts'
import { $session, isSignedOut, type Session } from '../model/session/index.ts'
// In the first bundle: the address is another one when the rest loads.
import { isSafeMode } from './safe-mode.ts'
import { $enabledPlugins } from './stored-plugins.ts'

export function startPlugins(scope: Scope): void {
  if (isSafeMode) scopeBind(infoNotified, { scope })({ key: 'app:plugin.elsewhere.safeMode' })
  const complete = scopeBind(allFeaturesRegistered, { scope })
  let isStarted = false
  const start = (session: Session) => {
    if (isStarted) return
    if (isSignedOut(session)) complete()
    else if (session.user) {
      isStarted = true
      void startHost(scope)
    }
  }
  createWatch({ unit: $session, scope, fn: start })
  start(scope.getState($session))
}

const listScreensFx = createEffect(async () => {
  // Bound before the first await, which leaves the scope.
  const trigger = scopeBind((event: EventCallable<void>) => event(), { safe: true })
  trigger((await import('./directory.ts')).started)
})
sample({ clock: pluginScreensRequested, target: listScreensFx })
// Without the list, no address is that of a plugin.
sample({ clock: listScreensFx.fail, fn: () => [], target: pluginScreensListed })

async function startHost(scope: Scope): Promise<void> {
  if (scope.getState($enabledPlugins).length === 0) return scopeBind(allFeaturesRegistered, { scope })()
  const [{ pluginHostStarted }] = await Promise.all([import('./plugins.ts'), import('./installed.ts')])
  scopeBind(pluginHostStarted, { scope })()
}
