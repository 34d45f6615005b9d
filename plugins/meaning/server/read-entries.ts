/** Turns the user's entries into vectors, from the newest to the oldest, within the bound of a day. */
import { textOfHtml, type Caller, type SelectedEntry } from '../../../src/plugin-api/server.ts'
import { embed, hashOf, modelOf, secondsToWait, spaceOf, type Service } from './service.ts'
import {
  deleteUnseen,
  knownOf,
  progressOf,
  putEntries,
  putProgress,
  reserve,
  seen,
  spend,
  spentOf,
  vectorsOfOthers,
  type Db,
  type Progress,
} from './stored.ts'
import { dimensionsOf } from './vectors.ts'

/** Characters of an entry that the model reads: more than most small models do. */
export const TEXT = 2000
/** Of its content that are looked at for them: markup can be long. */
const MARKUP = 40_000
const PAGE = 100
/** Texts of one request. */
const BATCH = 16
/** ms of one run, which the host ends after a minute. */
const RUN_MS = 40_000
const DAY_MS = 86_400_000

const queries: Readonly<Record<string, string>> = {
  recent: 'newer:30d OR is:starred OR has:highlight OR has:note',
  kept: 'is:starred OR has:highlight OR has:note',
  all: '',
}

export type Reading = {
  readonly db: Db
  readonly caller: Caller
  readonly service: Service
  readonly now: () => number
}
type Text = { readonly entryId: string; readonly text: string; readonly hash: string }

/** What the model reads of an entry; empty for one without words. */
export function textOf({ entry }: Pick<SelectedEntry, 'entry'>): string {
  const body = textOfHtml((entry.content || entry.description || '').slice(0, MARKUP))
  return `${entry.title ?? ''}\n${body}`.replaceAll(/\s+/g, ' ').trim().slice(0, TEXT)
}

/** How many texts of a day the user, and whoever pays for the model, let it send. */
export const limitOf = ({ caller, service }: Reading): number =>
  Math.min(Number(caller.settings['dailyEntries']), service.perDay)

/** How many of them are left today. */
async function leftToday(reading: Reading): Promise<number> {
  const { today } = await spentOf(reading.db, reading.caller.id, reading.now())
  return Math.max(0, limitOf(reading) - today.entries)
}

/** Sends texts, counted beforehand: those of a request that fails are given back. @returns null where fewer are left of today */
export async function counted<T extends { readonly tokens: number }>(
  reading: Reading,
  entries: number,
  send: () => Promise<T>,
): Promise<T | null> {
  const { db, caller, now } = reading
  const at = now()
  if (!(await reserve(db, caller.id, at, { entries, limit: limitOf(reading) }))) return null
  try {
    const sent = await send()
    await spend(db, caller.id, at, { entries: 0, tokens: sent.tokens })
    return sent
  } catch (error) {
    await spend(db, caller.id, at, { entries: -entries, tokens: 0 })
    throw error
  }
}

/** @returns when to continue; undefined: at the next interval */
export async function readEntries(reading: Reading): Promise<{ readonly nextAt: number } | undefined> {
  const { db, caller, service, now } = reading
  const began = now()
  const tomorrow = { nextAt: (Math.floor(began / DAY_MS) + 1) * DAY_MS }
  if ((await leftToday(reading)) === 0) return tomorrow
  const query = queries[String(caller.settings['meaningOf'])] ?? ''
  const before = await progressOf(db, caller.id)
  const isWaiting = before?.waitUntil != null && Number(before.waitUntil) > began
  if (isWaiting) return { nextAt: Number(before.waitUntil) }
  const isSame = before?.query === query && before.space.startsWith(`${modelOf(service)}:`)
  const isOver = before?.endedAt != null && began - Number(before.endedAt) > DAY_MS
  let progress: Progress =
    before && isSame && !isOver
      ? before
      : {
          userId: caller.id,
          space: isSame ? before.space : spaceOf(service, 0),
          query,
          afterId: null,
          afterAt: null,
          beganAt: began,
          endedAt: null,
          waitUntil: null,
        }
  await putProgress(db, progress)
  // The newest first, as far as they are new.
  let after: { id: string; publishedAt: number } | undefined
  let isNew = before === progress && (before.afterId !== null || before.endedAt !== null)
  while (now() - began < RUN_MS) {
    if (!isNew && progress.endedAt !== null) return undefined
    if (!isNew && after === undefined && progress.afterId !== null)
      after = { id: progress.afterId, publishedAt: Number(progress.afterAt) }
    const page = await caller.entries(query, { limit: PAGE, withContent: true, after })
    const done = await readPage(reading, progress.space, page)
    if ('waitUntil' in done) {
      await putProgress(db, { ...progress, waitUntil: done.waitUntil })
      return { nextAt: done.waitUntil }
    }
    // Another number of dimensions: the model behind its name is another one, and all is read again.
    if (done.space !== progress.space) {
      const isFirst = progress.space.endsWith(':0')
      progress = isFirst
        ? { ...progress, space: done.space }
        : { ...progress, space: done.space, afterId: null, afterAt: null, beganAt: began, endedAt: null }
      await putProgress(db, progress)
      if (!isFirst) return { nextAt: now() }
    }
    if (done.isCut) return tomorrow
    const last = page.at(-1)?.entry
    const isEnd = page.length < PAGE || !last
    after = last && { id: last.id, publishedAt: Date.parse(last.publishedAt) }
    if (isNew) {
      if (done.sent > 0 && !isEnd) continue
      isNew = false
      after = undefined
      continue
    }
    progress = isEnd
      ? { ...progress, afterId: null, afterAt: null, endedAt: now() }
      : { ...progress, afterId: last.id, afterAt: Date.parse(last.publishedAt) }
    await putProgress(db, progress)
    if (isEnd) {
      await deleteUnseen(db, caller.id, Number(progress.beganAt))
      return undefined
    }
  }
  return { nextAt: now() }
}

/** The service asks to wait until then. */
type Waiting = { readonly waitUntil: number }
type PageRead = {
  /** Of the vectors that were received; as before where there were none. */
  readonly space: string
  readonly sent: number
  /** The day's bound was reached. */
  readonly isCut: boolean
}

async function readPage(
  reading: Reading,
  space: string,
  page: readonly SelectedEntry[],
): Promise<PageRead | Waiting> {
  const { db, caller, now } = reading
  const texts = page.flatMap((one): Text[] => {
    const text = textOf(one)
    return text === '' ? [] : [{ entryId: one.entry.id, text, hash: hashOf(text) }]
  })
  const ids = texts.map(({ entryId }) => entryId)
  const known = await knownOf(db, caller.id, ids)
  const isCurrent = ({ entryId, hash }: Text): boolean => {
    const stored = known.get(entryId)
    return stored?.space === space && stored.hash === hash
  }
  await seen(
    db,
    caller.id,
    texts.filter(isCurrent).map(({ entryId }) => entryId),
    now(),
  )
  const missing = texts.filter((text) => !isCurrent(text))
  const left = await leftToday(reading)
  let current = space
  let sent = 0
  const due = missing.slice(0, left)
  for (let at = 0; at < due.length; at += BATCH) {
    const batch = due.slice(at, at + BATCH)
    const embedded = await embedTexts(reading, batch).catch((error: unknown): Waiting => {
      const seconds = secondsToWait(error)
      if (seconds === null) throw error
      return { waitUntil: now() + seconds * 1000 }
    })
    if (embedded === null) return { space: current, sent, isCut: true }
    if ('waitUntil' in embedded) return embedded
    const received = embedded.space
    sent += batch.length
    if (received !== current && !current.endsWith(':0')) return { space: received, sent, isCut: false }
    current = received
  }
  return { space: current, sent, isCut: due.length < missing.length }
}

/**
 * Stores the vectors of some entries, and counts them. What the server's own model has made for others is not made again, and counts
 * as well: the number would tell who else follows a feed.
 * @returns null where the bound of the day leaves no room for them
 */
export const embedTexts = (
  reading: Reading,
  texts: readonly Text[],
): Promise<{ readonly space: string } | null> =>
  counted(reading, texts.length, () => storeVectors(reading, texts))

async function storeVectors({ db, caller, service, now }: Reading, texts: readonly Text[]) {
  // A vector of another's endpoint could be anything, and would tell who else follows a feed.
  const others = service.whose === 'server' ? await vectorsOfOthers(db, modelOf(service), texts) : new Map()
  const unknown = texts.filter(({ entryId }) => !others.has(entryId))
  const { vectors, tokens } =
    unknown.length === 0
      ? { vectors: [], tokens: 0 }
      : await embed(
          caller.fetch,
          service,
          unknown.map(({ text }) => text),
        )
  const made = new Map(unknown.map(({ entryId }, at) => [entryId, vectors[at]]))
  const rows = texts.flatMap(({ entryId, hash }) => {
    const vector: Uint8Array | undefined = others.get(entryId)?.vector ?? made.get(entryId)
    if (!vector) return []
    const space = spaceOf(service, dimensionsOf(vector))
    return [{ userId: caller.id, entryId, space, hash, vector, seenAt: now() }]
  })
  await putEntries(db, rows)
  return { space: rows.at(-1)?.space ?? spaceOf(service, 0), tokens }
}
