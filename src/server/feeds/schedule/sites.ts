/** What whole sites have asked for: a site that sends everybody away is left alone by all its feeds, over restarts too. */
import type { Log } from '../../log.ts'
import type { SiteBackOff } from '../../outbound/index.ts'
import type { Storage } from '../../storage/open.ts'
import { retryAt } from '../fetch/headers.ts'

export type Sites = SiteBackOff & {
  /** Until when a site wants to be left alone, ms since 1970; null when it does not. */
  readonly waitsUntil: (site: string) => number | null
  /** Takes up what was written before this process, and by others beside it. */
  readonly load: () => Promise<void>
}

/**
 * One feed that is refused waits alone: the refusal may be meant for it (an RSSHub passes on what its sources say). Two in
 * a row mean the site; where others were just answered well, it takes four.
 */
const REFUSALS = 2
const REFUSALS_AMONG_GOOD = 4
const LATELY_MS = 600_000

type Record = { refusals: number; goodAt: number; until: number }

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

  const recordOf = (site: string): Record => {
    const known = sites.get(site) ?? { refusals: 0, goodAt: -Infinity, until: 0 }
    sites.set(site, known)
    return known
  }
  const waitsUntil = (site: string): number | null => {
    const until = sites.get(site)?.until ?? 0
    return until > now() ? until : null
  }
  const keep = (site: string, waitUntil: number): void => {
    storage.db
      .insertInto('sites')
      .values({ site, waitUntil })
      .onConflict((on) => on.column('site').doUpdateSet({ waitUntil }))
      .execute()
      .catch((cause: unknown) => log.error('What a site asked for cannot be kept', { site, cause }))
  }
  return {
    waitsUntil,
    refusal(site) {
      const until = waitsUntil(site)
      if (until === null) return null
      const words = `${site} asks to be left alone until ${new Date(until).toISOString()}`
      return { ok: false, kind: 'waiting', words, until }
    },
    heard(site, status, headers) {
      const until = [429, 503].includes(status) ? retryAt(headers['retry-after'], now()) : null
      if (status < 400) return void Object.assign(recordOf(site), { refusals: 0, goodAt: now() })
      if (until === null) return
      const record = recordOf(site)
      record.refusals += 1
      const needed = now() - record.goodAt < LATELY_MS ? REFUSALS_AMONG_GOOD : REFUSALS
      if (record.refusals < needed || until <= record.until) return
      record.until = until
      keep(site, until)
    },
    async load() {
      const rows = await storage.db.selectFrom('sites').selectAll().execute()
      for (const { site, waitUntil } of rows) recordOf(site).until = Math.max(recordOf(site).until, waitUntil)
      const over = rows.filter(({ waitUntil }) => waitUntil <= now())
      if (over.length > 0) await storage.db.deleteFrom('sites').where('waitUntil', '<=', now()).execute()
    },
  }
}
