/** Keeps the URL and the model's location equal. The URL is written after a delay, so that j j j costs nothing. */
import { createWatch, type Scope } from 'effector'
import { useProvidedScope, useUnit } from 'effector-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType, type NavigateFunction } from 'react-router'
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
} from '../model/index.ts'

/** ms of rest before an entry's address is written; another feed is written at once, it is a step to go back to. */
const REST_MS = 300

/** Travels with an address that we wrote ourselves: it is not a wish of the person's, however late it is shown. */
const OURS = { writtenByLectern: true }
const isOurs = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'writtenByLectern' in state

export function useUrlSync(): void {
  const scope = useProvidedScope() as Scope
  const { pathname, state } = useLocation()
  // Back, forward and a reload come with the mark of old: they are wishes all the same.
  const asksAgain = useNavigationType() === 'POP'
  const navigate = useNavigate()
  const [asked, shown] = useUnit([navigationRequested, screenChanged])

  // Before the paint: between a screen that goes and the reader that comes nothing may be seen.
  useLayoutEffect(() => void shown(pathname), [pathname, shown])
  const opening = useRef(true)
  useEffect(() => {
    // The address of the opening was taken up by the start; since then the person may have moved on.
    if (opening.current) {
      opening.current = false
      return
    }
    const place = fromPath(pathname)
    if (!place || (isOurs(state) && !asksAgain)) return
    if (!isPlace(scope.getState($location), place)) asked(place)
  }, [pathname, state, asksAgain, scope, asked])

  useEffect(() => writeAddress(scope, navigate), [scope, navigate])
}

const isPlace = (a: ReaderLocation, b: ReaderLocation) =>
  a.view === b.view && a.entryId === b.entryId && isSameSource(a.source, b.source)

function writeAddress(scope: Scope, navigate: NavigateFunction): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = scope.getState($location)
  const write = (path: string, replace: boolean) => void navigate(path, { replace, state: OURS })
  const keep = (place: ReaderLocation, replace: boolean) => {
    const path = toPath(place)
    if (path !== window.location.pathname) write(path, replace)
  }
  /** Who has gone to another screen meanwhile is not called back. */
  const writeLate = (place: ReaderLocation) => fromPath(window.location.pathname) && keep(place, true)
  const address = fromPath(window.location.pathname)
  if (address && !isPlace(last, address)) write(toPath(last), true)
  const stops = [
    createWatch({
      unit: $location,
      scope,
      fn: (place) => {
        clearTimeout(timer)
        const elsewhere = place.view !== last.view || !isSameSource(place.source, last.source)
        last = place
        const late = !elsewhere && place.entryId !== null
        // What was closed must not be open again after a quick reload.
        if (!late) keep(place, !elsewhere)
        else timer = setTimeout(() => writeLate(place), REST_MS)
      },
    }),
    // From another screen also the place that one came from is a place to go to.
    createWatch({
      unit: locationEntered,
      scope,
      fn: (place) => {
        if (fromPath(window.location.pathname) === null) write(toPath(place), false)
      },
    }),
    createWatch({ unit: screenRequested, scope, fn: ({ path }) => void navigate(path) }),
  ]
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}
