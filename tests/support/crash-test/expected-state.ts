/** The state a user expects after the acknowledged writes. */
import type { SendRequest, Tally } from './client.ts'

type ExpectedSubscription = {
  readonly view: number
  readonly category: string | null
  readonly title: string | null
}

export type ExpectedState = {
  /** By feed URL. */
  readonly following: Map<string, ExpectedSubscription>
  readonly read: Set<string>
  readonly starred: Set<string>
  readonly settings: Record<string, unknown>
  rules: string
  /** List id → title and feeds. */
  readonly lists: Map<string, { title: string; readonly feedIds: Set<string> }>
  /** Handle → title. */
  readonly inboxes: Map<string, string>
  /** Titles in the inbox that is never deleted. */
  readonly arrived: Set<string>
  readonly runs: Set<string>
  readonly imported: Set<string>
  /** Amounts; no two tips have the same. */
  readonly tips: Set<string>
  readonly boosts: Set<string>
  readonly codes: Set<string>
  claimed: boolean
  /** Subscribed to the list with a fee. */
  bought: boolean
  /** Has ever subscribed to it, and paid then. */
  paid: boolean
}

/** Shared fixtures that do not change while the server is killed. */
export type Fixtures = {
  /** http://127.0.0.1:PORT of the site */
  readonly site: string
  readonly hook: string
  readonly mail: { readonly host: string; readonly port: number }
  readonly feeds: readonly {
    readonly id: string
    readonly url: string
    readonly entryIds: readonly string[]
  }[]
  /** A list with a fee. */
  readonly paidList: string
}

export type TestUser = {
  readonly name: string
  readonly id: string
  readonly request: SendRequest
  readonly expected: ExpectedState
  readonly tally: Tally
  readonly fixtures: Fixtures
  /** Of the inbox that is never deleted. */
  readonly secret: string
  /** A number unique among the actions of this user. */
  readonly next: () => number
}
/** Performs one random write and records it when acknowledged. */
export type UserAction = (user: TestUser) => Promise<void>

export const emptyState = (): ExpectedState => ({
  following: new Map(),
  read: new Set(),
  starred: new Set(),
  settings: {},
  rules: '',
  lists: new Map(),
  inboxes: new Map(),
  arrived: new Set(),
  runs: new Set(),
  imported: new Set(),
  tips: new Set(),
  boosts: new Set(),
  codes: new Set(),
  claimed: false,
  bought: false,
  paid: false,
})

/** @throws when there is none */
export function oneOf<T>(all: Iterable<T>): T {
  const list = [...all]
  const one = list[Math.floor(Math.random() * list.length)]
  if (one === undefined) throw new Error('There is none to choose from')
  return one
}
