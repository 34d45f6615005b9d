/** Loads the host lazily: when a user is signed in, a plugin is enabled and the reader is idle, or when the settings are opened. */
import { combine, createEffect, createWatch, sample, scopeBind, type Scope, type StoreValue } from 'effector'
import { allFeaturesRegistered } from '../../features/registry.ts'
import {
  $overrides,
  $pendingKeys,
  $startupIdle,
  errorNotified,
  infoNotified,
  startupIdle,
} from '../../model/app/index.ts'
import { $location, $screen, isTimeline } from '../../model/location/index.ts'
import { $palette } from '../../model/palette/index.ts'
import {
  pluginScreensListed,
  pluginScreensRequested,
  pluginSearchOpened,
  pluginTextsRequested,
} from '../../model/plugins/index.ts'
import { $session, isSignedOut } from '../../model/session/index.ts'
import { $awaitedCommand } from './plugin-keys.ts'
// In the first bundle: the address is another one when the rest loads.
import { isSafeMode } from './safe-mode.ts'
import { settingsCommandOf } from '../settings/setting-address.ts'
import { $enabledPlugins } from './stored-plugins.ts'
import { createTrigger } from './app-scope.ts'

/** They add nothing to a list: they start when the reader is idle or shows something else. */
const $areNeeded = combine(
  {
    isIdle: $startupIdle,
    screen: $screen,
    location: $location,
    palette: $palette,
    pending: $pendingKeys,
    awaited: $awaitedCommand,
  },
  ({ isIdle, screen, location, palette, pending, awaited }) =>
    isIdle ||
    palette.open ||
    // What was begun may be a sequence of theirs.
    pending.typed.length > 0 ||
    awaited !== null ||
    location.entryId !== null ||
    !isTimeline(screen),
)
/** `none`: nobody is signed in, so that none will come. */
const $startOfHost = combine($session, $areNeeded, (session, areNeeded) => {
  if (isSignedOut(session)) return 'none'
  return session.user && areNeeded ? 'now' : 'later'
})

/** To be called when the list is visible. */
export function startPlugins(scope: Scope): void {
  if (isSafeMode) scopeBind(infoNotified, { scope })({ key: 'app:plugin.elsewhere.safeMode' })
  const complete = scopeBind(allFeaturesRegistered, { scope })
  const notify = scopeBind(errorNotified, { scope })
  // The reader works without plugins. Leaving the page ends the request as well.
  const failed = () => {
    complete()
    notify({ key: 'app:plugin.hostFailed' })
  }
  let isStarted = false
  const start = (when: StoreValue<typeof $startOfHost>) => {
    if (isStarted) return
    if (when === 'none') complete()
    else if (when === 'now') {
      isStarted = true
      void startHost(scope).catch(failed)
    }
  }
  createWatch({ unit: $startOfHost, scope, fn: start })
  start(scope.getState($startOfHost))
}

/** Every manifest and its texts: not before something shows them. */
const loadDirectoryFx = createEffect(async () => {
  const trigger = createTrigger()
  trigger((await import('../settings/directory.ts')).started, undefined)
})
const paletteShown = $palette.updates.filter({ fn: ({ open }) => open })
sample({
  clock: [pluginScreensRequested, pluginSearchOpened, pluginTextsRequested, paletteShown],
  fn: () => {},
  target: loadDirectoryFx,
})
// The user has keys of their own for one of its commands.
sample({
  clock: startupIdle,
  source: $overrides,
  filter: (overrides) => Object.keys(overrides).some((id) => id.startsWith(settingsCommandOf(''))),
  fn: () => {},
  target: loadDirectoryFx,
})
// Without the list, no address is that of a plugin.
sample({ clock: loadDirectoryFx.fail, fn: () => [], target: pluginScreensListed })

async function startHost(scope: Scope): Promise<void> {
  if (scope.getState($enabledPlugins).length === 0) return scopeBind(allFeaturesRegistered, { scope })()
  const [{ pluginHostStarted }] = await loadHost()
  scopeBind(pluginHostStarted, { scope })()
}

const loadHost = () =>
  Promise.all([
    import('./plugins.ts'),
    import('../installed/installed.ts'),
    import('./capabilities/usage-events.ts'),
  ])

/** Loads the host without starting it, where it will start. */
export async function preloadPlugins(scope: Scope): Promise<void> {
  if (scope.getState($session).user && scope.getState($enabledPlugins).length > 0) await loadHost()
}
