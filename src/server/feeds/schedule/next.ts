/** When a feed is asked next. Pure. */
const MINUTE = 60_000
const SHORTEST = 60
const LONGEST = 360
const FAILING_LONGEST = 1440
const ASKED_LONGEST = 1440

export type Pace = {
  readonly now: number
  /** 0 to 1 */
  readonly random: number
  /** What the feed and its site ask for, in minutes. */
  readonly wishes: readonly (number | null)[]
}

/** After new things: half the mean time between the newest entries. @param published ms, any order */
export function afterDocument(pace: Pace, published: readonly (number | null)[]): number {
  return spread(pace, wished(pace, clamp(rhythm(published) / 2)))
}

/** After nothing new: a quarter longer than last time. @param last minutes waited before */
export function afterUnchanged(pace: Pace, last: number | null): number {
  return spread(pace, wished(pace, clamp((last ?? SHORTEST) * 1.25)))
}

/** After a failure: twice as long each time. @param failures in a row, this one counted @param retryAt ms, from the site */
export function afterFailure(pace: Pace, failures: number, retryAt: number | null): number {
  const minutes = Math.min(FAILING_LONGEST, SHORTEST * 2 ** Math.min(10, Math.max(0, failures - 1)))
  return Math.max(spread(pace, minutes), retryAt ?? 0)
}

/** Mean minutes between the newest twenty. */
function rhythm(published: readonly (number | null)[]): number {
  const times = published.filter((time) => time !== null).toSorted((a, b) => b - a)
  const newest = times.slice(0, 20)
  const [first, last] = [newest[0], newest.at(-1)]
  if (first === undefined || last === undefined || newest.length < 2) return LONGEST * 2
  return (first - last) / (newest.length - 1) / MINUTE
}

const clamp = (minutes: number): number => Math.min(LONGEST, Math.max(SHORTEST, minutes))
const wished = ({ wishes }: Pace, minutes: number): number =>
  Math.min(ASKED_LONGEST, Math.max(minutes, ...wishes.map((wish) => wish ?? 0)))
/** Up to a tenth later, never earlier, so that feeds fetched together drift apart. */
const spread = ({ now, random }: Pace, minutes: number): number =>
  Math.round(now + minutes * MINUTE * (1 + random / 10))
