/** The queue as records of its tracks, which each device changes by itself; see contract/queue.ts. */
import { MAX_QUEUED, MAX_QUEUED_SRC, MAX_QUEUED_TITLE } from '../../contract/limits.ts'
import type { QueuedTrack } from '../../contract/queue.ts'
import type { Track } from './events.ts'
import { createSyncedRecords } from './synced-records.ts'

/** A track of a provider, or at an address that the server does not store, is of this browser alone. */
export type QueueRecord = QueuedTrack & Pick<Track, 'provider'>

const isLocal = ({ provider, src }: QueueRecord): boolean =>
  provider !== undefined || src.length > MAX_QUEUED_SRC || !/^https?:\/\//i.test(src) || !URL.canParse(src)

export const queueRecords = createSyncedRecords<QueueRecord>({
  keyOf: ({ src }) => src,
  most: MAX_QUEUED,
  sendAfter: 1000,
  isLocal,
  list: async (api) => (await api.queue.list({})).data,
  // One that the server refused would take the others with it.
  update: (api, tracks) =>
    api.queue.update({
      tracks: tracks
        .filter((track) => !isLocal(track))
        .map((track) => ({ ...track, title: track.title.slice(0, MAX_QUEUED_TITLE) })),
    }),
  call: 'queue.update',
  recordsIn: (input) => (input as { readonly tracks: readonly QueuedTrack[] } | undefined)?.tracks,
})

/** The tracks of the queue, in its order. */
export const tracksInOrder = (records: Iterable<QueueRecord>): readonly Track[] =>
  [...records]
    .filter(({ removed }) => !removed)
    .toSorted((a, b) => a.rank - b.rank || (a.src < b.src ? -1 : 1))
    .map(({ rank: _, removed: __, at: ___, ...track }) => track)

/** Ranks nearer to each other than this are given out anew. */
const CLOSEST = 1e-6

/**
 * What has to change so that the records say this queue: as few tracks as possible, so that a change of another device stays.
 * @param playing is not queued here, though another device may have queued it
 */
export function changesOf(
  records: ReadonlyMap<string, QueueRecord>,
  queue: readonly Track[],
  playing: string | undefined,
): readonly Omit<QueueRecord, 'at'>[] {
  const queued = new Set(queue.map(({ src }) => src))
  const gone = [...records.values()]
    .filter(({ src, removed }) => !removed && !queued.has(src) && src !== playing)
    .map(({ at: _, ...record }) => ({ ...record, removed: true }))
  const ranks = ranksOf(queue.map(({ src }) => rankIn(records, src)))
  const changed = queue.flatMap((track, at) => {
    const rank = ranks[at] ?? at
    return rankIn(records, track.src) === rank ? [] : [{ ...track, rank, removed: false }]
  })
  return [...gone, ...changed]
}

const rankIn = (records: ReadonlyMap<string, QueueRecord>, src: string): number | undefined => {
  const record = records.get(src)
  return record && !record.removed ? record.rank : undefined
}

/** Increasing ranks: those that increase already stay, the others come between. */
function ranksOf(known: readonly (number | undefined)[]): readonly number[] {
  const fixed = longestIncreasing(known)
  const ranks: number[] = []
  for (const [at, rank] of known.entries()) {
    if (rank !== undefined && fixed.has(at)) ranks.push(rank)
    else {
      const before = ranks.at(-1)
      const nextAt = known.findIndex((_, index) => index > at && fixed.has(index))
      const after = nextAt === -1 ? undefined : known[nextAt]
      // Of a few tracks before a known one each gets its part of the gap.
      const waiting = nextAt === -1 ? 1 : nextAt - at
      ranks.push(
        after === undefined
          ? (before ?? 0) + 1
          : before === undefined
            ? after - waiting
            : before + (after - before) / (waiting + 1),
      )
    }
  }
  const isTight = ranks.some((rank, at) => at > 0 && rank - (ranks[at - 1] ?? 0) < CLOSEST)
  return isTight ? ranks.map((_, at) => at + 1) : ranks
}

/** Indexes of a longest strictly increasing run of the known numbers. */
function longestIncreasing(known: readonly (number | undefined)[]): ReadonlySet<number> {
  const best: { readonly length: number; readonly before: number }[] = []
  let last = -1
  for (const [at, rank] of known.entries()) {
    best[at] = { length: rank === undefined ? 0 : 1, before: -1 }
    if (rank === undefined) continue
    for (let earlier = 0; earlier < at; earlier += 1) {
      const other = known[earlier]
      const length = (best[earlier]?.length ?? 0) + 1
      if (other !== undefined && other < rank && length > (best[at]?.length ?? 0))
        best[at] = { length, before: earlier }
    }
    if ((best[at]?.length ?? 0) > (best[last]?.length ?? 0)) last = at
  }
  const run = new Set<number>()
  for (let at = last; at !== -1; at = best[at]?.before ?? -1) run.add(at)
  return run
}
