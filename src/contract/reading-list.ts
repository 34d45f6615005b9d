/** A list that can be finished: unread entries whose reading times together fill a number of minutes. */

/** Maximum number of minutes of a list. */
export const MAX_READING_MINUTES = 600
/** Entries that may be chosen: unread, and in a view of texts. */
export const READING_QUERY = 'is:unread -view:pictures -view:videos -view:audios -view:notifications'
/** How many of the newest entries, and of those of rare feeds, are considered. */
export const READING_CANDIDATES = 500
export const RARE_CANDIDATES = 200
/** Minimum number of seconds of an entry: it has to be opened. */
const LEAST_SECONDS = 30

export type ReadingCandidate = {
  readonly id: string
  readonly feedId: string
  /** ms since 1970 */
  readonly publishedAt: number
  /** How long it takes to read. */
  readonly seconds: number
  /** Of a feed that publishes seldom. */
  readonly isRare: boolean
}

/** The seconds that an entry counts for. */
export const countedSeconds = (seconds: number): number => Math.max(seconds, LEAST_SECONDS)

/**
 * Chooses entries that fit into a number of minutes: those of rare feeds first, then the newest, and one of each feed
 * before a second one of any.
 */
export function pickForMinutes<T extends ReadingCandidate>(candidates: readonly T[], minutes: number): T[] {
  const ordered = candidates.toSorted(rareAndNewestFirst)
  const rounds = new Map<T, number>()
  const ofFeed = new Map<string, number>()
  for (const one of ordered) {
    const round = ofFeed.get(one.feedId) ?? 0
    rounds.set(one, round)
    ofFeed.set(one.feedId, round + 1)
  }
  let left = minutes * 60
  return ordered
    .toSorted((a, b) => (rounds.get(a) ?? 0) - (rounds.get(b) ?? 0))
    .filter(({ seconds }) => {
      const fits = countedSeconds(seconds) <= left
      if (fits) left -= countedSeconds(seconds)
      return fits
    })
}

function rareAndNewestFirst(a: ReadingCandidate, b: ReadingCandidate): number {
  if (a.isRare !== b.isRare) return a.isRare ? -1 : 1
  return b.publishedAt - a.publishedAt || (a.id < b.id ? 1 : -1)
}
