/** The list of the last visit as it will be drawn again, in localStorage: data, of which pre-paint.js makes elements. */

import { USER_COOKIE } from '../../core/user-cookie.ts'

/** A text, or an element: its tag, its attributes, what it contains. `top` among the attributes is how far it is scrolled, px. */
export type SnapshotNode =
  | string
  | readonly [tag: string, attributes: Readonly<Record<string, string>>, ...children: SnapshotNode[]]

/** As stored. */
export type Snapshot = {
  /** Names of the script and the styles that drew it; others may draw it otherwise. */
  readonly build: string
  /** Id of the user whose list it is. */
  readonly user: string
  /** Paths at which a start shows this list. */
  readonly places: readonly string[]
  /** px of the window */
  readonly width: number
  readonly screen: SnapshotNode
}

declare global {
  interface Window {
    /** Set by pre-paint.js; absent where the page does not name its build, as in development. */
    snapshot?: {
      readonly build: string
      /** Whether this start has drawn one. */
      readonly painted: boolean
    }
  }
}

export const SNAPSHOT_KEY = 'follow:snapshot'
/** Id of the user whose session this browser has; undefined: of none. */
export const userOfSession = (): string | undefined =>
  new RegExp(`(?:^|; )${USER_COOKIE.replace('.', '\\.')}=([^;]+)`).exec(document.cookie)?.[1]

/** Characters; more would take longer to read than it saves. */
const MAX_CHARACTERS = 200_000

/** One that is too large, or that the browser has no room for, is not stored, and neither is the one before. */
export function writeSnapshot(snapshot: Snapshot): void {
  const json = JSON.stringify(snapshot)
  try {
    if (json.length <= MAX_CHARACTERS) return localStorage.setItem(SNAPSHOT_KEY, json)
  } catch {
    // Storage is refused or full.
  }
  removeSnapshot()
}

export function removeSnapshot(): void {
  try {
    localStorage.removeItem(SNAPSHOT_KEY)
  } catch {
    // Storage is refused: nothing is stored either.
  }
}

/** Of what is shown now, nothing is stored any more. */
export function endSnapshots(): void {
  delete window.snapshot
  removeSnapshot()
}
