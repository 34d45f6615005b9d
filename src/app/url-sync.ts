/**
 * Syncs the URL with the model's location. Each write runs the router: that of a step waits until its frame is painted, and
 * steps that follow one another, as while a key repeats, are written once.
 */
import { createWatch, type Scope } from 'effector'
import { useProvidedScope, useUnit } from 'effector-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType, type NavigateOptions } from 'react-router'
import { toReaderPath } from '../core/base-path.ts'
import { $layout, focusRequested } from '../model/layout/index.ts'
import {
  $location,
  fromPath,
  navigationRequested,
  locationEntered,
  isSameSource,
  screenRequested,
  screenChanged,
  toPath,
  type ReaderLocation,
} from '../model/location/index.ts'
import { NONCE } from '../model/subscriptions/index.ts'
import { pageLeaving } from '../model/network/index.ts'

import { rememberHistoryIndex } from './close-on-history.ts'
import { isEntryBehindList } from './visible-panes.ts'

/** ms before the URL of another entry is written. Another source is written at once, as a history entry. */
const SINGLE_STEP_MS = 30
/** The same where the step before was as recent. */
const DEBOUNCE_MS = 300

/** History state of URLs written by this module: the router's notice of them is no navigation by the user. */
const OWN_STATE = { writtenByLectern: true }
const isOwnState = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'writtenByLectern' in state

export function useUrlSync(): void {
  const scope = useProvidedScope() as Scope
  const { pathname, state, key } = useLocation()
  // Back, forward and reload restore the history state, but are navigations by the user.
  const isHistoryNavigation = useNavigationType() === 'POP'
  const navigate = useNavigate()
  const [navigateTo, changeScreen, focus] = useUnit([navigationRequested, screenChanged, focusRequested])

  // A layout effect: nothing may be painted between the old screen and the reader.
  useLayoutEffect(() => void changeScreen(pathname), [pathname, changeScreen])
  useLayoutEffect(rememberHistoryIndex, [key])
  const initial = useRef(true)
  useEffect(() => {
    // Startup has read the initial URL already, and the user may have navigated since.
    if (initial.current) {
      initial.current = false
      return
    }
    const location = fromPath(pathname)
    if (!location || (isOwnState(state) && !isHistoryNavigation)) return
    if (isSameLocation(scope.getState($location), location)) return
    navigateTo(location)
    const { innerWidth: width } = window
    if (isEntryBehindList(location, { layout: scope.getState($layout), width })) focus('entry-render')
  }, [pathname, state, isHistoryNavigation, scope, navigateTo, focus])

  // The router makes another function with each location.
  const latestNavigate = useRef(navigate)
  useLayoutEffect(() => {
    latestNavigate.current = navigate
  }, [navigate])
  useEffect(() => syncUrl(scope, (path, options) => void latestNavigate.current(path, options)), [scope])
}

/** As the router and the model know it. */
const currentPath = () => toReaderPath(window.location.pathname)

/** Of a feed or list that the server had not accepted yet. */
const isTemporary = (source: ReaderLocation['source']): boolean =>
  (source.kind === 'feed' || source.kind === 'list') && source.id.startsWith(NONCE)

const isSameLocation = (a: ReaderLocation, b: ReaderLocation) =>
  a.view === b.view && a.entryId === b.entryId && isSameSource(a.source, b.source)

type Navigate = (path: string, options?: NavigateOptions) => void

function syncUrl(scope: Scope, navigate: Navigate): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastStepAt = -Infinity
  let last = scope.getState($location)
  const write = (path: string, replace: boolean) => navigate(path, { replace, state: OWN_STATE })
  const writeLocation = (location: ReaderLocation, replace: boolean) => {
    const path = toPath(location)
    if (path !== currentPath()) write(path, replace)
  }
  /** Skipped when the user has opened another screen meanwhile. */
  const writeDebounced = (location: ReaderLocation) =>
    fromPath(currentPath()) && writeLocation(location, true)
  const watches = [
    createWatch({
      unit: $location,
      scope,
      fn: (location) => {
        // An address of a temporary id leads nowhere.
        if (isTemporary(last.source) && location.view === last.view) {
          last = location
          return void writeDebounced(location)
        }
        const isNewSource = location.view !== last.view || !isSameSource(location.source, last.source)
        // The entry that is left at once is where back leads to.
        const isInUrl = toPath(location) === currentPath()
        if (isNewSource && timer !== undefined && !isInUrl) writeDebounced(last)
        clearTimeout(timer)
        timer = undefined
        last = location
        const isDebounced = !isNewSource && location.entryId !== null
        // Closing is written at once, so that a quick reload does not reopen the entry.
        if (!isDebounced) writeLocation(location, !isNewSource)
        else {
          const now = Date.now()
          const delay = now - lastStepAt < DEBOUNCE_MS ? DEBOUNCE_MS : SINGLE_STEP_MS
          lastStepAt = now
          timer = setTimeout(() => {
            timer = undefined
            writeDebounced(location)
          }, delay)
        }
      },
    }),
    // Coming from another screen, navigation to the current location must also leave that screen.
    createWatch({
      unit: locationEntered,
      scope,
      fn: (location) => {
        if (fromPath(currentPath()) === null) write(toPath(location), false)
      },
    }),
    // So that coming back to the page opens what was left.
    createWatch({
      unit: pageLeaving,
      scope,
      fn: () => {
        if (timer !== undefined) writeDebounced(last)
      },
    }),
    createWatch({ unit: screenRequested, scope, fn: ({ path }) => navigate(path) }),
  ]
  const address = fromPath(currentPath())
  if (address && !isSameLocation(last, address)) write(toPath(last), true)
  return () => {
    clearTimeout(timer)
    for (const stop of watches) stop()
  }
}
