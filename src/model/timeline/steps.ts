/** Going through the list: the next entry, opening one, and marks that the settings make on the way. */
import { createEvent, createStore, sample } from 'effector'
import { partitionPoint } from '../../core/index.ts'
import { appStarted } from '../app/events.ts'
import { $contents, $currentEntryId, $statuses, bodiesWanted, rowsRequested } from '../entries/index.ts'
import { navigationRequested } from '../location/index.ts'
import { readMarked, readToggled } from '../reads/events.ts'
import { $services } from '../services.ts'
import { $general } from '../settings/index.ts'
import { createTimer } from '../timer.ts'
import { idsIn, idText, indexOfId } from './ids.ts'
import { $list } from './list.ts'
import type { TimelineIds } from './merge.ts'
import { entryOpened, entryStepped, rowHovered, rowsPassed, rowsRendered } from './state.ts'

/** Entries whose text is fetched before it is asked for. */
const AHEAD = 5
/** Rows pass by in bursts: they are marked together. */
const BATCH_MS = 400

sample({
  clock: entryStepped,
  source: { list: $list, current: $currentEntryId, rows: $statuses },
  filter: ({ list }) => list.listed.ids.length > 0,
  fn: ({ list, current, rows }, { by }) => {
    const id = current ?? ''
    return { entryId: stepped(list.listed, { id, at: rows.get(id)?.publishedAt }, by) }
  },
  target: navigationRequested,
})
sample({ clock: entryOpened, fn: ({ id }) => ({ entryId: id }), target: navigationRequested })

/**
 * The open entry first, then those that a step leads to. As long as the next two are there, nothing is asked ahead: who
 * reads on asks once for several, not with each step.
 */
sample({
  clock: $currentEntryId,
  source: { list: $list, bodies: $contents },
  filter: (_, id) => id !== null,
  fn: ({ list: { listed }, bodies }, id) => {
    const { ids } = listed
    const at = indexOfId(ids, id ?? '')
    const ahead = at === -1 ? [] : idsIn(ids, at + 1, at + 1 + AHEAD)
    const isNear = ahead.slice(0, 2).every((one) => bodies.has(one))
    return [id ?? '', ...(isNear ? [] : ahead), ...(at > 0 ? [idText(ids[at - 1])] : [])]
  },
  target: [bodiesWanted, rowsRequested],
})

/** Opening marks read, once: an entry that is then marked unread by hand stays so while it is open. */
const $markedOpen = createStore<string | null>(null, { serialize: 'ignore' })
const openSeen = sample({
  clock: [$currentEntryId, $statuses],
  source: { id: $currentEntryId, rows: $statuses, marked: $markedOpen },
  filter: ({ id, rows, marked }) => id !== marked && (id === null || rows.has(id)),
  fn: ({ id }) => id,
})
$markedOpen.on(openSeen, (_, id) => id)
/** A reload shows it again without opening it anew: what was done by hand stands. */
const stillOpen = sample({
  clock: appStarted,
  source: { services: $services, id: $currentEntryId },
  filter: ({ services }) => services.world.reloaded(),
  fn: ({ id }) => id,
})
$markedOpen.on(stillOpen, (_, id) => id)
sample({
  clock: openSeen,
  filter: (id) => id !== null,
  fn: (id) => ({ ids: [id ?? ''], read: true }),
  target: readMarked,
})

const marksWanted = createEvent<readonly string[]>()
const timer = createTimer()
const $marks = createStore<readonly string[]>([], { serialize: 'ignore' })
  .on(marksWanted, (marks, ids) => [...marks, ...ids])
  // What the hand did since the row passed is the later word.
  .on(readToggled, (marks, { id }) => marks.filter((one) => one !== id))
sample({
  clock: rowsPassed,
  source: $general,
  filter: ({ scrollMarkUnread }) => scrollMarkUnread,
  fn: (_, ids) => ids,
  target: marksWanted,
})
sample({
  clock: rowHovered,
  source: $general,
  filter: ({ hoverMarkUnread }) => hoverMarkUnread,
  fn: (_, id) => [id],
  target: marksWanted,
})
sample({
  clock: rowsRendered,
  source: $general,
  filter: ({ renderMarkUnread }) => renderMarkUnread,
  fn: (_, ids) => ids,
  target: marksWanted,
})
sample({
  clock: marksWanted,
  source: $marks,
  // The first of a burst starts the wait; later ones go along.
  filter: (marks, added) => marks.length === added.length && added.length > 0,
  fn: () => BATCH_MS,
  target: timer.started,
})
const marksDue = sample({ clock: timer.fired, source: $marks })
$marks.reset(marksDue)
sample({ clock: marksDue, fn: (marks) => ({ ids: [...new Set(marks)], read: true }), target: readMarked })

type Standing = { readonly id: string; readonly at: number | undefined }

/**
 * Stays at the ends; from nowhere to the first (or last). The open entry may have left the list (read, and the page
 * loaded anew in an unread-only list): then from between those that stand around it.
 */
function stepped({ ids, times }: TimelineIds, from: Standing, by: number): string {
  const at = indexOfId(ids, from.id)
  // Where it would stand; from nowhere that is before the first, or after the last.
  const time = from.at ?? by * Infinity
  const gap = partitionPoint(0, times.length, (index) => (times[index] ?? 0) >= time)
  const next = at !== -1 ? at + by : by > 0 ? gap + by - 1 : gap + by
  return idText(ids[Math.min(ids.length - 1, Math.max(0, next))])
}
