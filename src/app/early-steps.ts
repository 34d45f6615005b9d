/** Steps to another screen that a person takes before the router has come: it begins at the address that they lead to. */
import { createWatch, scopeBind, type Scope } from 'effector'
import { fromPath, placeEntered, screenAsked, screenShown, toPath } from '../model/index.ts'

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
  stop = () => {
    for (const end of stops) end()
  }
}

/** The router is up: it takes all further ones. */
export const leaveStepsToRouter = (): void => stop()
