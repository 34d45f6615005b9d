/** Keeps the address bar and the model's place equal. The address is written late, so that j j j costs nothing. */
import { createWatch, type Scope } from 'effector'
import { useProvidedScope } from 'effector-react'
import { useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, type NavigateFunction } from 'react-router'
import {
  $place,
  fromPath,
  placeAsked,
  placeEntered,
  sameSource,
  screenAsked,
  screenShown,
  toPath,
  type Place,
} from '../model/index.ts'

/** ms of rest before an entry's address is written; another feed is written at once, it is a step to go back to. */
const REST_MS = 300

export function usePlaceInAddress(): void {
  const scope = useProvidedScope() as Scope
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [asked, shown] = useUnit([placeAsked, screenShown])
  // The address that we wrote ourselves is not a wish of the person's.
  const written = useRef<string | null>(null)

  useEffect(() => {
    shown(pathname)
    const place = fromPath(pathname)
    if (!place || written.current === pathname) return
    written.current = pathname
    if (!isPlace(scope.getState($place), place)) asked(place)
  }, [pathname, scope, asked, shown])

  useEffect(() => writeAddress(scope, navigate, written), [scope, navigate])
}

const isPlace = (a: Place, b: Place) =>
  a.view === b.view && a.entryId === b.entryId && sameSource(a.source, b.source)

function writeAddress(
  scope: Scope,
  navigate: NavigateFunction,
  written: { current: string | null },
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = scope.getState($place)
  const write = (path: string, replace: boolean) => {
    written.current = path
    void navigate(path, { replace })
  }
  const stops = [
    createWatch({
      unit: $place,
      scope,
      fn: (place) => {
        clearTimeout(timer)
        const elsewhere = place.view !== last.view || !sameSource(place.source, last.source)
        last = place
        const path = toPath(place)
        if (path === window.location.pathname) return
        if (elsewhere) write(path, false)
        else timer = setTimeout(() => write(path, true), REST_MS)
      },
    }),
    // From another screen also the place that one came from is a place to go to.
    createWatch({
      unit: placeEntered,
      scope,
      fn: (place) => {
        if (fromPath(window.location.pathname) === null) write(toPath(place), false)
      },
    }),
    createWatch({ unit: screenAsked, scope, fn: ({ path }) => void navigate(path) }),
  ]
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}
