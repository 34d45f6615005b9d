/** How well a crawler behaved, read from its sites' log. */
import { BUSY_SECONDS, faultOf } from './faults.ts'
import type { Line } from './feed-site.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Waits are compared with this much grace, ms. */
const GRACE = 1000

export type Manners = {
  readonly requests: number
  readonly repeats: number
  /** Waits between two requests for one feed below an hour. */
  readonly hasty: number
  readonly shortestMinutes: number
  /** Of the requests whose validators were known: shares that sent some, and that sent the very ones. */
  readonly conditional: number
  readonly exact: number
  readonly fullAgain: number
  readonly unchanged: number
  readonly tooEarlyAfterBusy: number
  readonly busy: number
  readonly afterGone: number
  readonly oldAddressAfterMove: number
  readonly lentAddressKept: number
  readonly againstTtl: number
  readonly againstMaxAge: number
  /** Failing feeds whose waits ever grew shorter. */
  readonly impatient: number
  readonly failing: number
  readonly atOnce: number
  readonly doubled: number
  /** The fullest ten minutes of an hour, against an even spread; from the third hour on. */
  readonly crowd: number
  readonly named: number
  readonly cookies: number
  readonly referrers: number
  readonly packed: number
  readonly inside: number
}

/** @param log in the order of arrival */
export function manners(log: readonly Line[]): Manners {
  const visits = [...Map.groupBy(log, ({ path }) => path.split('?')[0] ?? '').values()].map((lines) =>
    lines.filter(({ path }) => !path.includes('?hop=')),
  )
  const waits = visits.flatMap((lines) => lines.slice(1).map((line, at) => line.at - (lines[at]?.at ?? 0)))
  const repeated = log.filter(({ known }) => known.etag !== null || known.modified !== null)
  const sent = repeated.filter(({ headers }) => headers['if-none-match'] ?? headers['if-modified-since'])
  const share = (part: readonly unknown[], whole: readonly unknown[]): number =>
    whole.length > 0 ? part.length / whole.length : 1
  const withHeader = (name: string) => log.filter(({ headers }) => headers[name] !== undefined)
  return {
    requests: log.length,
    repeats: waits.length,
    hasty: waits.filter((wait) => wait < HOUR - GRACE).length,
    shortestMinutes: Math.min(...waits) / MINUTE,
    conditional: share(sent, repeated),
    exact: share(sent.filter(isExact), sent),
    fullAgain: repeated.filter(
      ({ headers, status }) => status === 200 && !headers['if-none-match'] && !headers['if-modified-since'],
    ).length,
    unchanged: log.filter(({ status }) => status === 304).length,
    ...busyOf(visits),
    afterGone: after(visits, ({ status }) => status === 410),
    oldAddressAfterMove: after(visits, ({ status }) => status === 301 || status === 308),
    lentAddressKept: ownAddressShare(visits),
    againstTtl: shorterThan(visits, 'ttl', 4 * HOUR),
    againstMaxAge: shorterThan(visits, 'maxage', 4 * HOUR),
    ...patienceOf(visits),
    atOnce: Math.max(...log.map(({ open }) => open)),
    doubled: waits.filter((wait) => wait === 0).length,
    crowd: crowdOf(log),
    named: share(
      log.filter(({ headers }) => /\(\+?https?:\/\/|mailto:/.test(String(headers['user-agent']))),
      log,
    ),
    cookies: withHeader('cookie').length,
    referrers: withHeader('referer').length,
    packed: share(
      log.filter(({ headers }) => /gzip/.test(String(headers['accept-encoding']))),
      log,
    ),
    inside: log.filter(({ path }) => path.includes('169.254')).length,
  }
}

const isExact = ({ headers, known }: Line): boolean =>
  (headers['if-none-match'] ?? null) === known.etag &&
  (headers['if-modified-since'] ?? null) === known.modified

type Visits = readonly (readonly Line[])[]

function busyOf(visits: Visits): { busy: number; tooEarlyAfterBusy: number } {
  const pairs = visits.flatMap((lines) => lines.slice(1).map((line, at) => ({ line, before: lines[at] })))
  const busy = pairs.filter(({ before }) => before?.retryAfter)
  return {
    busy: busy.length,
    tooEarlyAfterBusy: busy.filter(
      ({ line, before }) => line.at - (before?.at ?? 0) < BUSY_SECONDS * 1000 - GRACE,
    ).length,
  }
}

/** Requests that came after an answer that should have been the last. */
function after(visits: Visits, isLast: (line: Line) => boolean): number {
  return visits.reduce((sum, lines) => {
    const last = lines.findIndex(isLast)
    return last < 0 ? sum : sum + lines.length - 1 - last
  }, 0)
}

/** The share of temporarily redirected feeds that were requested at their own address every time. */
function ownAddressShare(visits: Visits): number {
  const lent = visits.filter(([first]) => (faultOf(first?.feed ?? -1) ?? '').startsWith('lent'))
  const own = lent.filter(([first]) => first?.path.startsWith('/feed/'))
  const away = lent.filter(([first]) => first?.path.startsWith('/moved/'))
  const requests = (list: Visits): number => list.reduce((sum, lines) => sum + lines.length, 0)
  return requests(own) === 0 ? 1 : requests(own) / Math.max(requests(own), requests(away))
}

function shorterThan(visits: Visits, fault: string, wished: number): number {
  const theirs = visits.filter(([first]) => faultOf(first?.feed ?? -1) === fault)
  return theirs.reduce(
    (sum, lines) =>
      sum + lines.slice(1).filter((line, at) => line.at - (lines[at]?.at ?? 0) < wished - GRACE).length,
    0,
  )
}

/** Sites that never return a feed must be requested with increasing delays, up to a day. */
function patienceOf(visits: Visits): { failing: number; impatient: number } {
  const failing = visits.filter(([first]) =>
    /^(status|html|empty|garbage|reset)/.test(faultOf(first?.feed ?? -1) ?? ''),
  )
  const impatient = failing.filter((lines) => {
    const waits = lines.slice(1).map((line, at) => line.at - (lines[at]?.at ?? 0))
    return waits.slice(1).some((wait, at) => wait < 0.8 * (waits[at] ?? 0))
  })
  return { failing: failing.length, impatient: impatient.length }
}

function crowdOf(log: readonly Line[]): number {
  const begin = (log[0]?.at ?? 0) + 2 * HOUR
  const hours = Map.groupBy(
    log.filter(({ at }) => at >= begin),
    ({ at }) => Math.floor(at / HOUR),
  )
  const fullest = [...hours.values()].map((lines) => {
    const parts = Map.groupBy(lines, ({ at }) => Math.floor((at % HOUR) / (10 * MINUTE)))
    return (Math.max(...[...parts.values()].map(({ length }) => length)) * 6) / lines.length
  })
  return fullest.toSorted((a, b) => a - b)[Math.floor(fullest.length / 2)] ?? 1
}
