/** Entries that a user brings from another reader: marks on those that are here, saved pages of the others. */
import { createHash } from 'node:crypto'
import type { Checked } from '../../contract/calls.ts'
import { highlightColors } from '../../contract/highlight-limits.ts'
import type { EntryOutcome } from '../../contract/imports.ts'
import { labelKey } from '../../contract/label-names.ts'
import { withoutCredentials } from '../feeds/fetch/credentials.ts'
import { normaliseAddress } from '../feeds/fetch/source.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Routes } from '../http/routes.ts'
import { refuseWith } from '../parsing/parsing-error.ts'
import { addStar } from '../storage/collections.ts'
import { addLabel, labelsOfEntries } from '../storage/entry-labels.ts'
import { ownFeedIdsByUrl } from '../storage/feed-requests.ts'
import { feedIdsByUrl } from '../storage/feeds-read.ts'
import { highlightById, insertHighlight } from '../storage/highlights.ts'
import { storeMail } from '../storage/inboxes.ts'
import { matchingEntries, type MatchingEntry } from '../storage/matching-entries.ts'
import { markRead } from '../storage/reads.ts'
import { INBOX_OF_PAGES, inboxOfPages } from './save-page.ts'

type Entry = Checked<'imports.entries'>['entries'][number]

export const importsRoutes = {
  'imports.entries': async (context, { entries, inboxTitle }) => {
    const data: EntryOutcome[] = []
    const known = await knownEntries(context, entries)
    for (const entry of entries) data.push(await outcomeOf(context, entry, known, inboxTitle))
    return { code: 0, data }
  },
} satisfies Routes

/** A failure of one entry is in its line, and is no reason to stop at the others. */
async function outcomeOf(
  context: RequestContext,
  entry: Entry,
  known: KnownEntries,
  inboxTitle: string | undefined,
): Promise<EntryOutcome> {
  try {
    const existing = known.find(entry)
    if (existing) {
      const changed = await addMarks(context, existing, entry)
      return { outcome: changed ? 'matched' : 'present', reason: null }
    }
    const saved = await saveEntry(context, entry, inboxTitle)
    await addMarks(context, saved, entry)
    known.add({ ...saved, isRead: entry.read === true, isStarred: entry.starred === true })
    return { outcome: 'saved', reason: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { outcome: 'failed', reason: error.reason ?? error.message }
  }
}

type KnownEntries = {
  readonly find: (entry: Entry) => MatchingEntry | undefined
  /** So that a second line of the same entry is not saved twice. */
  readonly add: (entry: MatchingEntry) => void
}

/** What the user has of some entries, in one query for all. */
async function knownEntries(
  { storage, user }: RequestContext,
  entries: readonly Entry[],
): Promise<KnownEntries> {
  const addresses = entries.flatMap(({ feedUrl }) => feedUrl && (normaliseAddress(feedUrl) ?? []))
  const feedUrls = [...new Set(addresses.filter((url) => url !== null))]
  const feedIds = new Map([
    ...(await feedIdsByUrl(storage, feedUrls)),
    ...(await ownFeedIdsByUrl(storage, user.id, feedUrls)),
  ])
  const found = await matchingEntries(storage, user.id, {
    urls: [...new Set(entries.flatMap(addressesOf))],
    guids: [...new Set(entries.flatMap((entry) => [...(entry.guid ? [entry.guid] : []), guidOf(entry)]))],
    titles: entries.flatMap(({ url, guid, title }) => (!url && !guid && title ? [title] : [])),
  })
  const byKey = new Map<string, MatchingEntry>()
  const add = (entry: MatchingEntry) => {
    byKey.set(keyOf('guid', entry.feedId, entry.guid), entry)
    if (isPageGuid(entry.guid)) byKey.set(keyOf('page', entry.guid), entry)
    if (entry.url) byKey.set(keyOf('url', entry.url), entry)
    if (entry.title) byKey.set(keyOf('title', entry.title), entry)
  }
  found.forEach(add)
  return {
    add,
    find: (entry) => {
      const feedId = feedIds.get(normaliseAddress(entry.feedUrl ?? '') ?? '')
      const keys = [
        // Guids of different feeds may be equal.
        ...(feedId && entry.guid ? [keyOf('guid', feedId, entry.guid)] : []),
        keyOf('page', guidOf(entry)),
        ...addressesOf(entry).map((url) => keyOf('url', url)),
        ...(!entry.url && !entry.guid && entry.title ? [keyOf('title', entry.title)] : []),
      ]
      for (const key of keys) {
        const match = byKey.get(key)
        if (match) return match
      }
      return undefined
    },
  }
}

const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts)

/** An address as it is in the export, and as saved pages have it. */
function addressesOf({ url }: Pick<Entry, 'url'>): string[] {
  const page = pageAddress(url)
  return [...new Set([...(url ? [url] : []), ...(page === null ? [] : [page])])]
}

function pageAddress(url: string | null): string | null {
  const parsed = url ? URL.parse(url) : null
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return null
  parsed.hash = ''
  return withoutCredentials(parsed.href)
}

const IMPORTED = 'imported:'
const isPageGuid = (guid: string): boolean => guid.startsWith(IMPORTED) || /^https?:/.test(guid)

/** What an entry is known by in the inbox of pages: its address, as `inboxes.savePage` does, or what else it has. */
function guidOf(entry: Entry): string {
  const address = pageAddress(entry.url)
  if (address !== null) return address
  return `${IMPORTED}${hashOf([entry.feedUrl, entry.guid ?? entry.url ?? entry.title ?? entry.content])}`
}

const hashOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)

/** @throws Refusal where there is nothing to save */
async function saveEntry(
  context: RequestContext,
  entry: Entry,
  inboxTitle: string = INBOX_OF_PAGES,
): Promise<MatchingEntry> {
  const { storage, now, newId, parsing } = context
  const { title, content, author, publishedAt } = entry
  const url = entry.url && withoutCredentials(entry.url)
  if (!url && !title && !content)
    throw new Refusal('unprocessable', 'The entry has no address, no title and no text.')
  const inbox = await inboxOfPages(context, inboxTitle)
  const guid = guidOf(entry)
  const time = publishedAt ?? new Date(now()).toISOString()
  const draft = await parsing
    .parse('inboxEntry', { guid, url, title: title || url, content, author, publishedAt: time })
    .catch(refuseWith('unprocessable'))
  await storeMail(storage, inbox, { draft, read: false }, { now: now(), newId })
  const { id } = await storage.db
    .selectFrom('entries')
    .select('id')
    .where('feedId', '=', inbox.feedId)
    .where('guid', '=', guid)
    .executeTakeFirstOrThrow()
  return {
    id,
    feedId: inbox.feedId,
    guid,
    url: draft.url,
    title: draft.title,
    view: 0,
    isRead: false,
    isStarred: false,
  }
}

/** @returns whether the entry lacked any of the marks. @throws Refusal labelLimit, highlightLimit */
async function addMarks(context: RequestContext, existing: MatchingEntry, entry: Entry): Promise<boolean> {
  const { user, storage, now } = context
  const { id: entryId, view } = existing
  const reads = entry.read === true && !existing.isRead
  if (reads) await markRead(storage, user.id, [entryId], now())
  const stars = entry.starred === true && !existing.isStarred
  if (stars) await addStar(storage, { userId: user.id, entryId, view, createdAt: now() })
  const labels = await addLabels(context, entryId, entry.labels)
  let highlighted = false
  for (const { text, note, createdAt } of entry.highlights) {
    if (text.trim() === '' && !note?.trim()) continue
    const id = `imported-${hashOf([user.id, entryId, text, note])}`
    if (await highlightById(storage, user.id, id)) continue
    const made = createdAt === null ? now() : Math.min(Date.parse(createdAt), now())
    const highlight = {
      id,
      entryId,
      exact: text.trim() === '' ? null : text,
      prefix: '',
      suffix: '',
      startOffset: null,
      endOffset: null,
      color: highlightColors[0],
      note: note?.trim() || null,
      title: existing.title,
      createdAt: made,
    }
    if (!(await insertHighlight(storage, user.id, highlight, now()))) throw new Refusal('highlightLimit')
    highlighted = true
  }
  return reads || stars || labels || highlighted
}

async function addLabels(
  { user, storage, now, newId }: RequestContext,
  entryId: string,
  names: readonly string[],
): Promise<boolean> {
  if (names.length === 0) return false
  const present = (await labelsOfEntries(storage, user.id, [entryId])).get(entryId) ?? []
  const keys = new Set(present.map(labelKey))
  const missing = names.filter((name) => !keys.has(labelKey(name)))
  for (const name of missing)
    if (!(await addLabel(storage, user.id, { name, entryIds: [entryId] }, { now: now(), newId })))
      throw new Refusal('labelLimit')
  return missing.length > 0
}
