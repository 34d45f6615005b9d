/** Back-off per site: a site that refuses repeatedly gets no requests from any of its feeds, also after a restart. */
import type { Log } from '../../log.ts'
import { familyOf, type SiteBackOff } from '../../outbound/index.ts'
import type { Storage } from '../../storage/open.ts'
import { retryAt } from '../fetch/headers.ts'

export type Sites = SiteBackOff & {
  /** End of the site's back-off, ms since 1970; null when there is none. */
  readonly waitsUntil: (site: string) => number | null
  /** A challenge or a block in place of a feed: the second in a row of a family of sites makes all of it wait. */
  readonly turnedAway: (site: string, until: number) => void
  /** The site served a feed. */
  readonly served: (site: string) => void
  /** Loads the back-offs stored by earlier and by other processes. */
  readonly load: () => Promise<void>
}

/**
 * One refusal counts for its feed only (RSSHub passes on its sources' refusals). Two in a row count for the site; four
 * where other requests succeeded recently.
 */
const REFUSALS = 2
const REFUSALS_AFTER_SUCCESS = 4
const RECENT_MS = 600_000

/** The pause after the second challenge; each further one doubles it, up to a day. */
const PAUSE_MS = 3_600_000
const LONGEST_PAUSE_MS = 24 * PAUSE_MS

/** A refusal of one site slows its family and its address for this time: they may count requests over all their names. */
const SLOW_MS = 600_000
const REFUSING = [403, 429, 503]

/** `challenges`: in a row, of a family. `address`: the last address of the site. */
type Record = { refusals: number; goodAt: number; until: number; challenges: number; address: string | null }

export function createSites({
  storage,
  now,
  log,
}: {
  readonly storage: Storage
  readonly now: () => number
  readonly log: Log
}): Sites {
  const sites = new Map<string, Record>()
  /** Families and addresses, until when they are slow. */
  const slow = new Map<string, number>()

  const recordOf = (site: string): Record => {
    const record = sites.get(site) ?? {
      refusals: 0,
      goodAt: -Infinity,
      until: 0,
      challenges: 0,
      address: null,
    }
    sites.set(site, record)
    return record
  }
  const waitsUntil = (site: string): number | null => {
    const until = Math.max(sites.get(site)?.until ?? 0, sites.get(familyOf(site))?.until ?? 0)
    return until > now() ? until : null
  }
  const persist = (site: string, waitUntil: number): void => {
    storage.db
      .insertInto('sites')
      .values({ site, waitUntil })
      .onConflict((on) => on.column('site').doUpdateSet({ waitUntil }))
      .execute()
      .catch((cause: unknown) => log.error('The back-off of a site could not be stored', { site, cause }))
  }
  const slowDown = (site: string): void => {
    for (const budget of [familyOf(site), recordOf(site).address])
      if (budget !== null && budget !== site) slow.set(budget, now() + SLOW_MS)
  }
  /** @param name of a site or of a family */
  const refused = (name: string, until: number): void => {
    const record = recordOf(name)
    record.refusals += 1
    const needed = now() - record.goodAt < RECENT_MS ? REFUSALS_AFTER_SUCCESS : REFUSALS
    if (record.refusals < needed || until <= record.until) return
    record.until = until
    persist(name, until)
  }
  return {
    waitsUntil,
    isSlow(budget) {
      const until = slow.get(budget)
      if (until === undefined) return false
      if (until > now()) return true
      slow.delete(budget)
      return false
    },
    refusal(site) {
      const until = waitsUntil(site)
      if (until === null) return null
      const message = `${site} asks to be left alone until ${new Date(until).toISOString()}`
      return { ok: false, kind: 'waiting', message: message, until }
    },
    received(site, status, headers, address) {
      recordOf(site).address = address
      const names = new Set([site, familyOf(site)])
      if (status < 400) {
        for (const name of names) Object.assign(recordOf(name), { refusals: 0, goodAt: now() })
        return
      }
      if (REFUSING.includes(status)) slowDown(site)
      const until = [429, 503].includes(status) ? retryAt(headers['retry-after'], now()) : null
      if (until !== null) for (const name of names) refused(name, until)
    },
    turnedAway(site, until) {
      slowDown(site)
      const family = familyOf(site)
      const record = recordOf(family)
      record.challenges += 1
      if (record.challenges < REFUSALS) return
      const pause = Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** (record.challenges - REFUSALS))
      const end = Math.max(until, now() + pause)
      if (end <= record.until) return
      record.until = end
      persist(family, end)
    },
    served(site) {
      const record = sites.get(familyOf(site))
      if (record) record.challenges = 0
    },
    async load() {
      const rows = await storage.db.selectFrom('sites').selectAll().execute()
      for (const { site, waitUntil } of rows) recordOf(site).until = Math.max(recordOf(site).until, waitUntil)
      const expired = rows.filter(({ waitUntil }) => waitUntil <= now())
      if (expired.length > 0) await storage.db.deleteFrom('sites').where('waitUntil', '<=', now()).execute()
    },
  }
}
