/** Steps to another screen that a person takes before the router has come: it begins at the address that they lead to. */
import { createWatch, scopeBind, type Scope } from 'effector'
import { fromPath, placeAsked, placeEntered, screenAsked, screenShown, toPath } from '../model/index.ts'

let stop = (): void => undefined

export function takeEarlySteps(scope: Scope): void {
  const shown = scopeBind(screenShown, { scope })
  const go = (path: string) => {
    window.history.pushState(null, '', path)
    shown(window.location.pathname)
  }
  const stops = [
    createWatch({ unit: screenAsked, scope, fn: ({ path }) => go(path) }),
    createWatch({
      unit: placeEntered,
      scope,
      fn: (place) => {
        if (fromPath(window.location.pathname) === null) go(toPath(place))
      },
    }),
  ]
  const ask = scopeBind(placeAsked, { scope })
  const goBack = () => {
    const { pathname } = window.location
    const place = fromPath(pathname)
    if (place) ask(place)
    shown(pathname)
  }
  window.addEventListener('popstate', goBack)
  stop = () => {
    window.removeEventListener('popstate', goBack)
    for (const end of stops) end()
  }
}

/** The router is up: it takes all further ones. */
export const leaveStepsToRouter = (): void => stop()
