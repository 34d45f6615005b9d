/** What a person was told is done. */
import type { Ask, Tally } from './ask.ts'

export type Following = {
  readonly view: number
  readonly category: string | null
  readonly title: string | null
}

export type Truth = {
  /** By address. */
  readonly following: Map<string, Following>
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
  /** Follows the list with a fee now. */
  bought: boolean
  /** Has ever followed it, and paid then. */
  paid: boolean
}

/** What stands on the feeds' site and never changes while the server is killed. */
export type World = {
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

export type Person = {
  readonly name: string
  readonly id: string
  readonly ask: Ask
  readonly truth: Truth
  readonly tally: Tally
  readonly world: World
  /** Of the inbox that is never deleted. */
  readonly secret: string
  /** A number that no other deed of this person has. */
  readonly next: () => number
}
/** Does one thing at random. Deeds of one noun and person follow each other. */
export type Deed = (person: Person) => Promise<void>

export const emptyTruth = (): Truth => ({
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
