/** Adds the entries and marks of an account file, a batch at a time. */
import { hash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { labelKey } from '../../contract/label-names.ts'
import { fieldsOf } from '../feeds/store/entry-row.ts'
import type { NewEntry } from '../feeds/store/insert-entries.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext } from '../http/routes.ts'
import { refuseWith } from '../parsing/parsing-error.ts'
import { ensureReservedInbox } from '../routes/save-page.ts'
import {
  addImported,
  awaitedOf,
  entryIdsByGuid,
  entryKey,
  type MarksToAdd,
} from '../storage/accounts/account-import.ts'
import { labelIdsByKey } from '../storage/entries/labels.ts'
import { highlightsOfEntries, insertHighlights, roomForHighlights } from '../storage/entries/highlights.ts'
import { MAX_QUEUED } from '../../contract/limits.ts'
import { putPositions } from '../storage/reads/positions.ts'
import { putQueuedTracks, queuedTracksOf } from '../storage/reads/queued-tracks.ts'
import type { AwaitedEntryRow, InboxRow } from '../storage/schema.ts'
import type { ImportedFeed } from './import-sources.ts'
import { accountRecords } from './read-file.ts'
import { OWN, type RecordOf } from './records.ts'
import type { Report } from './report.ts'

type Sources = {
  readonly feeds: ReadonlyMap<string, ImportedFeed>
  readonly inboxOf: (key: string | null) => Promise<InboxRow>
  /** Of the inbox of copies. */
  readonly inboxTitle: string
}

/** Entries and characters of one batch. */
const ENTRIES = 50
const CHARACTERS = 4_000_000

/** @throws Refusal accountFull; what was added before stays */
export async function importEntries(
  context: RequestContext,
  path: string,
  sources: Sources,
  report: Report,
): Promise<void> {
  const labels = await labelIdsByKey(context.storage, context.user.id)
  let batch: RecordOf<'entry'>[] = []
  let characters = 0
  const flush = async () => {
    if (batch.length > 0) await addEntries(context, batch, { ...sources, labels }, report)
    ;[batch, characters] = [[], 0]
    context.signal.throwIfAborted()
    await breathe()
  }
  for await (const one of accountRecords(path)) {
    if (one.type === 'entry') {
      batch.push(one)
      characters += one.content?.length ?? 0
      if (batch.length >= ENTRIES || characters >= CHARACTERS) await flush()
    } else if (one.type === 'marks') {
      await addMarks(context, one, sources, report)
      await flush()
    }
  }
  await flush()
}

/** Where an entry of the file belongs. `feedId`: null where no feed has it here; `feedUrl`: of the entry of a feed. */
type Target = {
  readonly one: RecordOf<'entry'>
  readonly feedId: string | null
  readonly feedUrl: string | null
  /** Its feed is the user's alone, so that texts of the file may be stored in it. */
  readonly isPrivate: boolean
}

async function targetOf({ feeds, inboxOf }: Sources, one: RecordOf<'entry'>): Promise<Target> {
  if ('inbox' in one.in) {
    const { feedId } = await inboxOf(one.in.inbox)
    return { one, feedId, feedUrl: null, isPrivate: true }
  }
  const { feed: key } = one.in
  const { id, url, isOwn } = feeds.get(key) ?? unknownFeed(key)
  return { one, feedId: id, feedUrl: url, isPrivate: isOwn && id !== null }
}

/** A feed that the file does not describe. */
const unknownFeed = (key: string): ImportedFeed => ({ id: null, url: key, isOwn: key.startsWith(OWN) })

async function addEntries(
  context: RequestContext,
  batch: readonly RecordOf<'entry'>[],
  { labels, ...sources }: Sources & { readonly labels: ReadonlyMap<string, string> },
  report: Report,
): Promise<void> {
  const { storage, user } = context
  const targets: Target[] = []
  for (const one of batch) targets.push(await targetOf(sources, one))
  const existing = await entryIdsByGuid(
    storage,
    targets.flatMap(({ one, feedId }) => (feedId === null ? [] : [{ feedId, guid: one.guid }])),
  )
  const awaited = new Map(
    (
      await awaitedOf(
        storage,
        user.id,
        batch.map(({ guid }) => guid),
      )
    ).map((row) => [awaitedKey(row), row]),
  )
  const placed: Placed[] = []
  const made = new Map<string, string>()
  for (const target of targets) {
    const { one, feedId, feedUrl } = target
    const id = feedId === null ? undefined : existing.get(entryKey({ feedId, guid: one.guid }))
    const copy = feedUrl === null ? null : awaited.get(awaitedKey({ feedUrl, guid: one.guid }))?.entryId
    if (id !== undefined && feedId !== null) placed.push({ one, id, feedId })
    else if (copy) placed.push({ one, id: copy, feedId: (await copies(context, sources)).feedId })
    else placed.push(onlyOnce(made, await newEntry(context, target, sources)))
  }
  const added = await addImported(storage, user.id, {
    entries: placed.flatMap(({ entry }) => entry ?? []),
    awaited: placed.flatMap(({ copyOf }) => copyOf ?? []),
    marks: marksOf(placed, labels),
  })
  report.added.entries += added.entries
  report.added.reads += added.reads
  report.added.stars += added.stars
  const positions = placed.flatMap(({ one, id }) => (one.position ? [{ entryId: id, ...one.position }] : []))
  await putPositions(storage, user.id, positions.map(notAhead(context.now())))
  report.added.highlights += await addHighlights(context, placed)
  await addToQueue(context, placed)
}

/** A later change has to win, whatever the clock was that wrote the file. */
const notAhead =
  (now: number) =>
  <T extends { readonly at: number }>(one: T): T => ({ ...one, at: Math.min(one.at, now) })

const awaitedKey = ({ feedUrl, guid }: Pick<AwaitedEntryRow, 'feedUrl' | 'guid'>): string =>
  JSON.stringify([feedUrl, guid])

const copies = (context: RequestContext, { inboxTitle }: Pick<Sources, 'inboxTitle'>): Promise<InboxRow> =>
  ensureReservedInbox(context, 'copies', inboxTitle)

/** An entry of the file and where it is now. */
type Placed = {
  readonly one: RecordOf<'entry'>
  readonly id: string
  readonly feedId: string
  /** Where it is new. */
  readonly entry?: NewEntry
  /** Where it is a copy. */
  readonly copyOf?: Omit<AwaitedEntryRow, 'userId'>
}

/** A file may have an entry twice: the second one has its marks alone. @param made ids of the new entries of the batch */
function onlyOnce(made: Map<string, string>, placed: Placed): Placed {
  const { one, id, feedId, entry } = placed
  const key = entryKey({ feedId, guid: entry?.row.guid ?? '' })
  const first = made.get(key)
  if (first !== undefined) return { one, id: first, feedId }
  made.set(key, id)
  return placed
}

/** Texts of a file are sanitised as those of a feed. @throws Refusal unprocessable, accountFull */
async function newEntry(
  context: RequestContext,
  { one, feedId, feedUrl, isPrivate }: Target,
  sources: Sources,
): Promise<Placed> {
  const { newId, now, parsing, room, user } = context
  const {
    in: _place,
    type: _type,
    guid,
    publishedAt,
    readAt: _read,
    star: _star,
    position: _position,
    ...rest
  } = one
  const { labels: _labels, highlights: _highlights, saves: _saves, queued: _queued, ...texts } = rest
  const isCopy = feedId === null || !isPrivate
  const place = isCopy ? (await copies(context, sources)).feedId : feedId
  const parsed = await parsing
    .parse('inboxEntry', {
      guid: isCopy ? `copy:${hashOf(awaitedKey({ feedUrl: feedUrl ?? '', guid }))}` : guid,
      publishedAt: new Date(publishedAt).toISOString(),
      ...texts,
    })
    .catch(refuseWith('unprocessable'))
  // What the entry has not is not made up from its text.
  const draft = {
    ...parsed,
    description: texts.description === null ? null : parsed.description,
    media: texts.media.length === 0 ? [] : parsed.media,
  }
  if (!(await room.take(user.id, JSON.stringify(draft).length)))
    throw new Refusal(
      'accountFull',
      'The account has no room left. What was imported until now stays; the same file adds the rest once there is room.',
    )
  const id = newId()
  const times = { publishedAt: draft.publishedAt ?? now(), insertedAt: now(), updatedAt: now() }
  return {
    one,
    id,
    feedId: place,
    // The order of the fields is that of the prepared statement.
    entry: {
      row: { id, feedId: place, guid: draft.guid, ...fieldsOf(draft), ...times },
      content: draft.content,
    },
    ...(isCopy &&
      feedUrl !== null && {
        copyOf: { feedUrl, guid, readAt: null, seconds: null, positionAt: null, entryId: id },
      }),
  }
}

const hashOf = (text: string): string => hash('sha256', text).slice(0, 32)

function marksOf(placed: readonly Placed[], labels: ReadonlyMap<string, string>): MarksToAdd {
  return {
    reads: placed.flatMap(({ one, id, feedId }) =>
      one.readAt === null ? [] : [{ entryId: id, feedId, readAt: one.readAt }],
    ),
    stars: placed.flatMap(({ one, id }) => (one.star ? [{ entryId: id, ...one.star }] : [])),
    labels: placed.flatMap(({ one, id }) =>
      one.labels.flatMap(({ name, createdAt }) => {
        const labelId = labels.get(labelKey(name))
        return labelId === undefined ? [] : [{ entryId: id, labelId, createdAt }]
      }),
    ),
    saves: placed.flatMap(({ one, id }) => one.saves.map((save) => ({ entryId: id, ...save }))),
  }
}

/** Tracks that the user's queue has, or had, stay as they are, and none of them makes room for another. */
async function addToQueue({ storage, user, now }: RequestContext, placed: readonly Placed[]): Promise<void> {
  const tracks = placed.flatMap(({ one, id, feedId }) =>
    one.queued.map((track) => ({ ...track, entryId: id, feedId, removed: false })),
  )
  if (tracks.length === 0) return
  const present = await queuedTracksOf(storage, user.id)
  const known = new Set(present.map(({ src }) => src))
  const fresh = new Map(tracks.flatMap((track) => (known.has(track.src) ? [] : [[track.src, track]])))
  const added = [...fresh.values()].slice(0, Math.max(0, MAX_QUEUED - present.length))
  await putQueuedTracks(storage, user.id, added.map(notAhead(now())))
}

/** Those that the entry has with another id are not added again. @throws Refusal highlightLimit, accountFull */
async function addHighlights(
  { storage, user, now, room }: RequestContext,
  placed: readonly Placed[],
): Promise<number> {
  const rows = placed.flatMap(({ one, id }) =>
    one.highlights.map((highlight) => ({ ...highlight, entryId: id, title: one.title })),
  )
  if (rows.length === 0) return 0
  const contentOf = ({ entryId, exact, note, startOffset }: (typeof rows)[number] | PresentHighlight) =>
    JSON.stringify([entryId, exact, note, startOffset])
  const present = await highlightsOfEntries(
    storage,
    user.id,
    placed.map(({ id }) => id),
  )
  const ids = new Set(present.map(({ id }) => id))
  const contents = new Set(present.map(contentOf))
  const fresh = rows.filter((row) => !ids.has(row.id) && !contents.has(contentOf(row)))
  const text = fresh.reduce((sum, { exact, note }) => sum + (exact?.length ?? 0) + (note?.length ?? 0), 0)
  if (!(await room.take(user.id, text))) throw new Refusal('accountFull')
  const left = await roomForHighlights(storage, user.id)
  const added = await insertHighlights(storage, user.id, fresh, { now: now(), room: left })
  if (added === null) throw new Refusal('highlightLimit')
  return added
}
type PresentHighlight = Awaited<ReturnType<typeof highlightsOfEntries>>[number]

/** Marks of entries that are not kept: those that this server does not have wait for them. */
async function addMarks(
  { storage, user, now }: RequestContext,
  { feed: key, marks }: RecordOf<'marks'>,
  { feeds }: Sources,
  report: Report,
): Promise<void> {
  const { id: feedId, url } = feeds.get(key) ?? unknownFeed(key)
  const guids = marks.map(({ guid }) => guid)
  const existing =
    feedId === null
      ? new Map<string, string>()
      : await entryIdsByGuid(
          storage,
          guids.map((guid) => ({ feedId, guid })),
        )
  const waiting = new Set(
    (await awaitedOf(storage, user.id, guids))
      .filter(({ feedUrl }) => feedUrl === url)
      .map(({ guid }) => guid),
  )
  const idOf = (guid: string) => (feedId === null ? undefined : existing.get(entryKey({ feedId, guid })))
  const found = marks.flatMap((mark) => {
    const entryId = idOf(mark.guid)
    return entryId === undefined ? [] : [{ ...mark, entryId }]
  })
  // Once each: PostgreSQL refuses two rows of one key.
  const missing = new Map(
    marks.flatMap((mark) =>
      idOf(mark.guid) === undefined && !waiting.has(mark.guid) ? [[mark.guid, mark]] : [],
    ),
  )
  const added = await addImported(storage, user.id, {
    entries: [],
    awaited: Array.from(missing.values(), ({ guid, readAt, position }) => ({
      feedUrl: url,
      guid,
      readAt,
      seconds: position?.seconds ?? null,
      positionAt: position && Math.min(position.at, now()),
      entryId: null,
    })),
    marks: {
      reads: found.flatMap(({ entryId, readAt }) =>
        readAt === null || feedId === null ? [] : [{ entryId, feedId, readAt }],
      ),
      stars: [],
      labels: [],
      saves: [],
    },
  })
  report.added.reads += added.reads
  report.waiting += added.awaited
  await putPositions(
    storage,
    user.id,
    found
      .flatMap(({ entryId, position }) => (position ? [{ entryId, ...position }] : []))
      .map(notAhead(now())),
  )
}
