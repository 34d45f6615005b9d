/** Stores the list for the next start: once the user has had a moment with it, and when the page is left. */
import { combine, createWatch, type Scope } from 'effector'
import { userDataCleared } from '../../model/app/events.ts'
import { deleteAccountFx, signOutFx } from '../../model/account/index.ts'
import { $startupIdle, startupIdle } from '../../model/app/index.ts'
import { $entrySummaries, $statuses } from '../../model/entries/index.ts'
import { $screen, isTimeline } from '../../model/location/index.ts'
import { $selection } from '../../model/selection/index.ts'
import { $services } from '../../model/services.ts'
import { $session } from '../../model/session/index.ts'
import { $scope, $timelineIds, idsIn } from '../../model/timeline/index.ts'
import { USER_COOKIE } from '../../core/user-cookie.ts'
import { basePath, toBrowserPath, toReaderPath } from '../../core/base-path.ts'
import { preloadWhenIdle } from '../idle-preload.ts'
import { pathsOfList } from '../startup-cache/paths.ts'
import { copyReader } from './copy.ts'
import { removeSnapshot, userOfSession, writeSnapshot, type Snapshot } from './types.ts'

/** What the next start will draw, beside the rows. */
const $shown = combine({ session: $session, path: $screen, selection: $selection, list: $scope })

/** What the rows are drawn from. */
const $list = combine({ ids: $timelineIds, heads: $entrySummaries })

/** @param hasColumnsOfStart whether a start shows the panes that are shown now */
export function storeSnapshots(scope: Scope, hasColumnsOfStart: () => boolean): void {
  const store = () => {
    const snapshot = take(scope, hasColumnsOfStart)
    if (snapshot === null) removeSnapshot()
    else if (snapshot) writeSnapshot(snapshot)
    return snapshot
  }
  // The list of a slow server comes after the start, and is stored once it is drawn.
  let isAwaited = false
  const storeFirst = () => {
    isAwaited = !store()
  }
  const { platform } = scope.getState($services)
  platform.listen('hidden', store)
  platform.listen('leaving', store)
  createWatch({ unit: userDataCleared, scope, fn: removeSnapshot })
  createWatch({ unit: signOutFx.done, scope, fn: forgetUser })
  createWatch({ unit: deleteAccountFx.done, scope, fn: forgetUser })
  createWatch({ unit: startupIdle, scope, fn: storeFirst })
  createWatch({
    unit: $list,
    scope,
    fn: () => {
      if (isAwaited) preloadWhenIdle([storeFirst])
      isAwaited = false
    },
  })
  if (scope.getState($startupIdle)) storeFirst()
}

/** Without a connection the server cannot end the session yet; nothing may be stored or drawn for it any more. */
function forgetUser(): void {
  document.cookie = `${USER_COOKIE}=; Max-Age=0; Path=${basePath || '/'}`
}

/**
 * @returns undefined where another screen is shown, so that the stored one stays; null where the next start will draw
 * something that is not on the screen now
 */
function take(scope: Scope, hasColumnsOfStart: () => boolean): Snapshot | null | undefined {
  const { session, path, selection, list } = scope.getState($shown)
  const { snapshot } = window
  if (!snapshot || !session.user || userOfSession() !== session.user.id) return null
  if (!isTimeline(path)) return undefined
  const places = pathsOfList(toReaderPath(location.pathname)).map(toBrowserPath)
  const reader = document.querySelector('[data-screen="reader"]')
  if (!reader || !hasColumnsOfStart() || selection.ids.size > 0 || hasOwnStyles()) return null
  const screen = copyReader(reader, { hidesRead: list.unreadOnly, readAbove: readAbove(scope) })
  if (screen === null) return null
  return { build: snapshot.build, user: session.user.id, places, width: window.innerWidth, screen }
}

const readAbove = (scope: Scope) => (position: number) => {
  const [statuses, heads] = [scope.getState($statuses), scope.getState($entrySummaries)]
  return idsIn(scope.getState($timelineIds).ids, 0, position - 1).map(
    (id) => (statuses.get(id) ?? heads.get(id))?.read ?? false,
  )
}

/** Styles of the user's own, or of plugins, come after the first paint; those of themes are there (pre-paint.js). */
const hasOwnStyles = (): boolean =>
  document.adoptedStyleSheets.slice(1).some(({ cssRules }) => cssRules.length > 0)
