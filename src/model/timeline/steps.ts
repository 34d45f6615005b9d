/** List navigation: next entry, opening entries, and automatic read marks according to the settings. */
import { createEvent, createStore, sample, type Event } from 'effector'
import { partitionPoint } from '../../core/index.ts'
import { appStarted } from '../app/events.ts'
import { $contents, $currentEntryId, $statuses, contentsRequested, rowsRequested } from '../entries/index.ts'
import { navigationRequested } from '../location/index.ts'
import { readMarked, readToggled } from '../reads/changes.ts'
import { $marksBy, $readRules, type ReadCause } from '../reads/feed-rules.ts'
import { $services } from '../services.ts'
import { createTimer } from '../timer.ts'
import { gridStepped } from './grid.ts'
import { idsIn, idText, indexOfId } from './ids.ts'
import { $order } from './list.ts'
import { $isListLoading, $timelineIds } from './rows.ts'
import type { TimelineIds } from './merge.ts'
import { entryOpened, entryStepped, rowHovered, rowsLeft, rowsPassed, rowsRendered } from './state.ts'

/** Number of following entries whose content is prefetched. */
const PREFETCH_COUNT = 5
/** Rows are scrolled past in bursts: they are marked together. */
const BATCH_MS = 400

/** Steps that were requested before the list had its first rows, in order. */
const $pendingSteps = createStore<readonly number[]>([], { serialize: 'ignore' })
const stepDue = sample({
  clock: entryStepped,
  source: $isListLoading,
  filter: (isLoading) => !isLoading,
  fn: (_, { by }) => [by],
})
const stepPending = sample({
  clock: [
    entryStepped,
    // The columns are known with the rows: until then a step in a grid is one to the next entry.
    gridStepped.filterMap(({ direction }) => (direction === 'left' ? undefined : { by: 1 })),
  ],
  source: $isListLoading,
  filter: Boolean,
  fn: (_, { by }) => by,
})
const pendingDue = sample({
  clock: $isListLoading.updates.filter({ fn: (isLoading) => !isLoading }),
  source: $pendingSteps,
})
// Steps of a list are dropped when the user navigates away.
$pendingSteps.on(stepPending, (steps, by) => [...steps, by]).reset([navigationRequested, pendingDue])

sample({
  clock: [stepDue, pendingDue],
  source: { listed: $timelineIds, order: $order, current: $currentEntryId, rows: $statuses },
  filter: ({ listed }, steps) => listed.ids.length > 0 && steps.length > 0,
  fn: ({ listed, order, current, rows }, steps) => ({
    entryId: steps.reduce((id, by) => {
      // In another order than that of time an entry that is not listed has no position.
      const at = order === 'new' ? rows.get(id)?.publishedAt : undefined
      return stepped(listed, { id, at }, by)
    }, current ?? ''),
  }),
  target: navigationRequested,
})
sample({ clock: entryOpened, fn: ({ id }) => ({ entryId: id }), target: navigationRequested })

/**
 * Loads the open entry first, then its neighbours. Nothing is prefetched while the next two are cached: several are
 * fetched at once, not one with each step.
 */
sample({
  clock: $currentEntryId,
  source: { listed: $timelineIds, contents: $contents },
  filter: (_, id) => id !== null,
  fn: ({ listed: { ids }, contents }, id) => {
    const at = indexOfId(ids, id ?? '')
    const next = at === -1 ? [] : idsIn(ids, at + 1, at + 1 + PREFETCH_COUNT)
    const isPrefetched = next.slice(0, 2).every((one) => contents.has(one))
    return [id ?? '', ...(isPrefetched ? [] : next), ...(at > 0 ? [idText(ids[at - 1])] : [])]
  },
  target: [contentsRequested, rowsRequested],
})

/** Opening marks read, once: an entry that the user then marks unread remains unread while it is open. */
const $markedOpen = createStore<string | null>(null, { serialize: 'ignore' })
const openSeen = sample({
  clock: [$currentEntryId, $statuses],
  source: { id: $currentEntryId, rows: $statuses, marked: $markedOpen },
  filter: ({ id, rows, marked }) => id !== marked && (id === null || rows.has(id)),
  fn: ({ id }) => id,
})
$markedOpen.on(openSeen, (_, id) => id)
/** A reload shows the entry again without opening it: the user's own mark remains. */
const stillOpen = sample({
  clock: appStarted,
  source: { services: $services, id: $currentEntryId },
  filter: ({ services }) => services.platform.reloaded(),
  fn: ({ id }) => id,
})
$markedOpen.on(stillOpen, (_, id) => id)
sample({
  clock: openSeen,
  source: { marksBy: $marksBy, rows: $statuses },
  filter: ({ marksBy, rows }, id) => id !== null && marksBy('open', rows.get(id)?.feedId),
  fn: (_, id) => ({ ids: [id ?? ''], read: true, origin: 'open' as const }),
  target: readMarked,
})

// Feeds whose entries are marked after some seconds: until then, the entry stays open and is not marked by the user.
const openTimer = createTimer()
const opened = sample({
  clock: openSeen,
  source: { rules: $readRules, rows: $statuses },
  fn: ({ rules, rows }, id) => ({ id, rule: rules.get(rows.get(id ?? '')?.feedId ?? '') }),
})
const $waiting = createStore<string | null>(null, { serialize: 'ignore' })
  .on(opened, (_, { id, rule }) => (typeof rule === 'number' ? id : null))
  .on($currentEntryId, (waiting, id) => (waiting === id ? waiting : null))
  .on([readToggled, readMarked], (waiting, { ids }) =>
    waiting !== null && ids.includes(waiting) ? null : waiting,
  )
sample({
  clock: opened.filterMap(({ rule }) => (typeof rule === 'number' ? rule * 1000 : undefined)),
  target: openTimer.started,
})
sample({
  clock: openTimer.fired,
  source: $waiting,
  filter: (id: string | null): id is string => id !== null,
  fn: (id) => ({ ids: [id], read: true, origin: 'open' as const }),
  target: readMarked,
})

type Mark = { readonly id: string; readonly origin: 'scroll' | 'hover' | 'render' }
const marksRequested = createEvent<readonly Mark[]>()
const timer = createTimer()
const $marks = createStore<readonly Mark[]>([], { serialize: 'ignore' })
  .on(marksRequested, (marks, added) => [...marks, ...added])
  // A mark that the user toggled since takes precedence.
  .on(readToggled, (marks, { ids }) => marks.filter(({ id }) => !ids.includes(id)))
/** @param origin why the rows are marked */
function markBy(clock: Event<readonly string[]>, cause: ReadCause, origin: Mark['origin']) {
  sample({
    clock: sample({
      clock,
      source: { marksBy: $marksBy, rows: $statuses },
      fn: ({ marksBy, rows }, ids) =>
        ids.filter((id) => marksBy(cause, rows.get(id)?.feedId)).map((id) => ({ id, origin })),
    }),
    filter: (marks) => marks.length > 0,
    target: marksRequested,
  })
}
markBy(rowsPassed, 'scroll', 'scroll')
markBy(rowsLeft, 'leave', 'scroll')
markBy(
  rowHovered.map((id) => [id]),
  'hover',
  'hover',
)
markBy(rowsRendered, 'render', 'render')
sample({
  clock: marksRequested,
  source: $marks,
  // The first of a burst starts the timer.
  filter: (marks, added) => marks.length === added.length && added.length > 0,
  fn: () => BATCH_MS,
  target: timer.started,
})
const marksDue = sample({ clock: timer.fired, source: $marks })
$marks.reset(marksDue)
// One origin at a time: of two marks in one tick, the second would replace the first.
sample({
  clock: marksDue,
  filter: (marks) => marks.length > 0,
  fn: (marks) => {
    const origin = marks[0]?.origin ?? 'render'
    const ids = marks.filter((mark) => mark.origin === origin).map(({ id }) => id)
    return { ids: [...new Set(ids)], read: true, origin }
  },
  target: readMarked,
})
sample({
  clock: marksDue.map((marks) => marks.filter(({ origin }) => origin !== marks[0]?.origin)),
  filter: (marks) => marks.length > 0,
  target: marksRequested,
})

type EntryPosition = { readonly id: string; readonly at: number | undefined }

/**
 * Stops at the ends; without an open entry it begins at the first (or last). The open entry may no longer be listed
 * (read, and the page reloaded in an unread-only list): then it steps from its former position.
 */
function stepped({ ids, times }: TimelineIds, from: EntryPosition, by: number): string {
  const at = indexOfId(ids, from.id)
  // Its position by time; without an open entry before the first, or after the last.
  const ascending = (times[0] ?? 0) < (times[times.length - 1] ?? 0)
  const sign = ascending ? -1 : 1
  const time = from.at ?? sign * by * Infinity
  const gap = partitionPoint(0, times.length, (index) => sign * ((times[index] ?? 0) - time) >= 0)
  const next = at !== -1 ? at + by : by > 0 ? gap + by - 1 : gap + by
  return idText(ids[Math.min(ids.length - 1, Math.max(0, next))])
}
