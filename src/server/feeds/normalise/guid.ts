/** Gives every entry of a document a guid, stable over fetches and unique within one. */
import { createHash } from 'node:crypto'
import { withoutTracking } from '../sanitise/addresses.ts'
import type { RawEntry } from './normalised.ts'

/** In the order of the entries. */
export function guidsOf(entries: readonly RawEntry[]): string[] {
  const named = entries.map((entry) => ({ entry, guid: writtenGuid(entry) }))
  const byGuid = Map.groupBy(named, ({ guid }) => guid)
  const shared = new Map<string, ReadonlySet<string>>()
  for (const [guid, group] of byGuid)
    if (new Set(group.map(({ entry }) => detailsOf(entry))).size > 1)
      shared.set(guid, repeatedIn(group.map(({ entry }) => entry)))
  return named.map(({ entry, guid }) => {
    const repeated = shared.get(guid)
    if (!repeated) return guid
    // A guid of several entries identifies none of them.
    const url = pageOf(entry)
    return `${guid}${MARK}${short(url && !repeated.has(url) ? url : detailsOf(entry))}`
  })
}

const MARK = '#'
const HASH_LENGTH = 22
const SHARED = new RegExp(`${MARK}[\\w-]{${HASH_LENGTH}}$`)

/** The document's guid of an entry, even if entries share it. */
export const sharedGuid = (guid: string): string => guid.replace(SHARED, '')

const writtenGuid = (entry: RawEntry): string => {
  const written = entry.id?.trim() || pageOf(entry) || `lectern:${short(detailsOf(entry))}`
  // Click counters change from fetch to fetch.
  return written.includes('?') ? withoutTracking(written).address : written
}

/** The address of an entry's own page; null when the entry links to the site as a whole. */
function pageOf({ url }: RawEntry): string | null {
  const page = url ? new URL(url) : null
  return url && page && page.pathname + page.search !== '/' ? url : null
}

/** What distinguishes entries of one document: address, title and time, or the content of an entry without the last two. */
function detailsOf(entry: RawEntry): string {
  const date = entry.dates.find(Boolean) ?? ''
  const value = entry.title || date ? '' : (entry.content ?? entry.summary ?? '')
  return [entry.url ?? '', entry.title ?? '', date, value, entry.attachments?.[0]?.url ?? ''].join('\n')
}

/** The pages that different entries of a group link to. */
function repeatedIn(group: readonly RawEntry[]): Set<string> {
  const byPage = Map.groupBy(group, pageOf)
  const repeated = [...byPage].filter(([, list]) => new Set(list.map(detailsOf)).size > 1)
  return new Set(repeated.flatMap(([page]) => page ?? []))
}

const short = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, HASH_LENGTH)
