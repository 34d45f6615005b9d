/** Imports entries from another reader: marks on existing ones, saved pages of the others. */
import { createHash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import type { Checked } from '../../contract/calls.ts'
import { highlightColors } from '../../contract/limits.ts'
import type { EntryOutcome } from '../../contract/imports.ts'
import { labelKey } from '../../contract/label-names.ts'
import { withoutCredentials } from '../feeds/fetch/credentials.ts'
import { normaliseAddress } from '../feeds/fetch/source.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Routes } from '../http/routes.ts'
import { refuseWith } from '../parsing/parsing-error.ts'
import { addStar } from '../storage/entries/collections.ts'
import { addLabel, labelsOfEntries } from '../storage/entries/entry-labels.ts'
import { ownFeedIdsByUrl } from '../storage/feeds/feed-requests.ts'
import { feedIdsByUrl } from '../storage/feeds/feeds-read.ts'
import { insertHighlights, roomForHighlights } from '../storage/entries/highlights.ts'
import { storeMail } from '../storage/lists/inboxes.ts'
import { matchingEntries, type MatchingEntry } from '../storage/timeline/matching-entries.ts'
import { markRead } from '../storage/reads/reads.ts'
import { INBOX_OF_PAGES, inboxOfPages } from './save-page.ts'

type Entry = Checked<'imports.entries'>['entries'][number]

export const importsRoutes = {
  'imports.entries': async (context, { entries, inboxTitle }) => {
    const data: EntryOutcome[] = []
    const known = await knownEntries(context, entries)
    const room = { highlights: await roomForHighlights(context.storage, context.user.id) }
    for (const entry of entries) {
      data.push(await outcomeOf(context, entry, { known, room, inboxTitle }))
      // Lets other requests run.
      await breathe()
    }
    return { data }
  },
} satisfies Routes

/** Of one request. `room`: how many more highlights the user may have. */
type Import = {
  readonly known: KnownEntries
  readonly room: Room
  readonly inboxTitle: string | undefined
}
type Room = { highlights: number }

/** A failure of one entry is reported in its line and does not stop the others. */
async function outcomeOf(
  context: RequestContext,
  entry: Entry,
  { known, room, inboxTitle }: Import,
): Promise<EntryOutcome> {
  try {
    const existing = known.find(entry)
    if (existing) {
      const changed = await addMarks(context, existing, { entry, room })
      return { outcome: changed ? 'matched' : 'present', reason: null }
    }
    const saved = await saveEntry(context, entry, inboxTitle)
    await addMarks(context, saved, { entry, room })
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

/** The user's existing entries and marks, in one query for all. */
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

/** An address as in the export, and as in saved pages. */
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

/** The guid of an entry in the inbox of pages: its address, as in `inboxes.savePage`, or another identifying field. */
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
  if (!(await context.room.take(context.user.id, JSON.stringify(draft).length)))
    throw new Refusal('accountFull')
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

/** @returns whether any mark was new. @throws Refusal labelLimit, highlightLimit */
async function addMarks(
  context: RequestContext,
  existing: MatchingEntry,
  { entry, room }: { readonly entry: Entry; readonly room: Room },
): Promise<boolean> {
  const { user, storage, now } = context
  const { id: entryId, view } = existing
  const reads = entry.read === true && !existing.isRead
  if (reads) await markRead(storage, user.id, [entryId], now())
  const stars = entry.starred === true && !existing.isStarred
  if (stars) await addStar(storage, { userId: user.id, entryId, view, createdAt: now() })
  const labels = await addLabels(context, entryId, entry.labels)
  const highlights = highlightsOf(user.id, existing, entry, now())
  const text = highlights.reduce(
    (sum, { exact, note }) => sum + (exact?.length ?? 0) + (note?.length ?? 0),
    0,
  )
  if (!(await context.room.take(user.id, text))) throw new Refusal('accountFull')
  const added = await insertHighlights(storage, user.id, highlights, { now: now(), room: room.highlights })
  if (added === null) throw new Refusal('highlightLimit')
  room.highlights -= added
  return reads || stars || labels || added > 0
}

/** The highlights and notes of an entry, each once. @param now ms */
function highlightsOf(
  userId: string,
  { id: entryId, title }: MatchingEntry,
  { highlights }: Entry,
  now: number,
): Parameters<typeof insertHighlights>[2] {
  const rows = highlights
    .filter(({ text, note }) => text.trim() !== '' || Boolean(note?.trim()))
    .map(({ text, note, createdAt }) => ({
      id: `imported-${hashOf([userId, entryId, text, note])}`,
      entryId,
      exact: text.trim() === '' ? null : text,
      prefix: '',
      suffix: '',
      startOffset: null,
      endOffset: null,
      color: highlightColors[0],
      note: note?.trim() || null,
      title,
      createdAt: createdAt === null ? now : Math.min(Date.parse(createdAt), now),
    }))
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

/** Number of labels that are added without yielding. */
const LABELS_AT_ONCE = 10

async function addLabels(
  { user, storage, now, newId }: RequestContext,
  entryId: string,
  names: readonly string[],
): Promise<boolean> {
  if (names.length === 0) return false
  const present = (await labelsOfEntries(storage, user.id, [entryId])).get(entryId) ?? []
  const keys = new Set(present.map(labelKey))
  const missing = names.filter((name) => !keys.has(labelKey(name)))
  for (const [at, name] of missing.entries()) {
    if (at % LABELS_AT_ONCE === 0) await breathe()
    if (!(await addLabel(storage, user.id, { name, entryIds: [entryId] }, { now: now(), newId })))
      throw new Refusal('labelLimit')
  }
  return missing.length > 0
}
