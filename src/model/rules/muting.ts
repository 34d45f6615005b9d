/** Muting an author or a word in one step: a rule for what arrives, and a run of it over the last months. */
import { attach, combine, createEvent, sample } from 'effector'
import { asApiError, type Api } from '../../api/index.ts'
import type { Rule } from '../../contract/actions.ts'
import type { Clock } from '../../core/index.ts'
import type { ChangeTitle } from '../../local/calls.ts'
import { infoNotified } from '../app/events.ts'
import { $entrySummaries, $statuses } from '../entries/index.ts'
import { $highlightsByEntry } from '../highlights/index.ts'
import { changeRevised } from '../journal/state.ts'
import { $location, navigationRequested } from '../location/index.ts'
import { defineMutation } from '../outbox/define-mutation.ts'
import { $services } from '../services.ts'
import { countsRequested, subscriptionsRequested } from '../subscriptions/events.ts'
import { $list, rowsRemoved } from '../timeline/list.ts'
import { neighbourOf } from '../timeline/neighbour-of.ts'
import { timelineRefetched } from '../timeline/state.ts'
import { isMuted, ruleOfMute, withMute, withoutMute, type Mute } from './mutes.ts'
import { ROW } from './table.ts'
import { localRowsAdded } from '../timeline/open.ts'

/** A run over the past has ended or was undone: stars, marks and hidden entries are others now. */
export const pastChanged = createEvent()
sample({ clock: pastChanged, target: [countsRequested, subscriptionsRequested, localRowsAdded] })

/** Days of the past whose entries are hidden. */
const DAYS = 90
/** The most entries that leave follow.db at once; others leave as they are listed. */
const MOST_ENTRIES = 1000
/** Interval at which the run is looked at, ms, and how often. */
const POLL_MS = 500
const POLLS = 60

/** `name`: of the rule where it is the first one. */
type MuteArgs = { readonly mute: Mute; readonly name: string }
type Muted = {
  readonly rules: readonly Rule[]
  /** null: the server would not run it. */
  readonly run: string | null
  readonly count: number
  readonly entryIds: readonly string[]
}
type UnmuteArgs = { readonly mute: Mute; readonly run: string | null }

const rulesOf = async (api: Api): Promise<readonly Rule[]> => (await api.actions.get({})).data?.rules ?? []
/** A refusal by the server; a lost connection is thrown on, and tried again. */
const refusedAs =
  <T>(value: T) =>
  (error: unknown): T => {
    if (asApiError(error)?.kind !== 'refused') throw error
    return value
  }

/** Until then the server lists the entries, and a page of it would bring them back. */
async function runEnded(api: Api, run: string, clock: Clock): Promise<void> {
  for (let turn = 0; turn < POLLS; turn += 1) {
    const { data } = await api.actions.runs({})
    if (data.find(({ id }) => id === run)?.state !== 'running') return
    await new Promise<void>((resolve) => void clock.after(POLL_MS, resolve))
  }
}

const mute = defineMutation<MuteArgs, Muted>({
  name: 'rules.mute',
  resource: 'rules',
  updates: ({ mute: one, name }) => ({
    rules: (rows) => {
      const list = rows.get(ROW)
      const next = list && withMute(list, one, name)
      return next && next !== list ? { [ROW]: next } : null
    },
  }),
  // The rules may not be loaded.
  sendIfUnchanged: true,
  send: async (api, { mute: one, name }, { id, clock }) => {
    const before = await rulesOf(api)
    const next = withMute(before, one, name)
    if (next !== before) await api.actions.put({ rules: [...next] }, { idempotencyKey: id })
    const past = { rules: [ruleOfMute(one, name)], days: DAYS }
    const tried = await api.actions.dryRun({ ...past, limit: MOST_ENTRIES }).catch(refusedAs(null))
    const [touched] = tried?.data.rules ?? []
    const started = await api.actions.run(past, { idempotencyKey: `${id}:past` }).catch(refusedAs(null))
    const run = started?.data.run ?? null
    if (run !== null) await runEnded(api, run, clock)
    const { count = 0, entryIds = [] } = touched ?? {}
    return { rules: next, run, count, entryIds }
  },
  reconcile: (_, answer) => ({ rules: () => ({ [ROW]: answer.rules }) }),
  inverse: () => 'later',
  describe: ({ mute: one }) => titleOf(one, 0),
})

const unmute = defineMutation<UnmuteArgs, readonly Rule[]>({
  name: 'rules.unmute',
  resource: 'rules',
  updates: ({ mute: one }) => ({
    rules: (rows) => {
      const list = rows.get(ROW)
      return list ? { [ROW]: withoutMute(list, one) } : null
    },
  }),
  sendIfUnchanged: true,
  send: async (api, { mute: one, run }, { id }) => {
    const next = withoutMute(await rulesOf(api), one)
    await api.actions.put({ rules: [...next] }, { idempotencyKey: id })
    if (run !== null) await api.actions.undoRun({ run }).catch(refusedAs(null))
    return next
  },
  reconcile: (_, answer) => ({ rules: () => ({ [ROW]: answer }) }),
})

const titleOf = ({ value }: Mute, count: number): ChangeTitle => ({
  key: count === 0 ? 'app:undo.muted' : 'app:undo.mutedEntries',
  values: { name: value, count },
})

export const muteRequested = createEvent<MuteArgs>()
sample({ clock: muteRequested, fn: (args) => ({ args }), target: mute.requested })

const $rows = combine({
  summaries: $entrySummaries,
  statuses: $statuses,
  list: $list,
  location: $location,
})
/** Rows on the screen that are hidden at once; the server says which others are. A starred entry is never hidden. */
const rowsMuted = sample({
  clock: muteRequested,
  source: $rows,
  fn: ({ summaries, statuses, list, location }, { mute: one }) => {
    const ids = [...summaries.values()]
      .filter((entry) => isMuted(one, entry) && (statuses.get(entry.id)?.starredAt ?? null) === null)
      .map(({ id }) => id)
    const open = location.entryId ?? ''
    return { ids, open, next: ids.includes(open) ? neighbourOf(list.listed.ids, open, new Set(ids)) : open }
  },
})
// The open entry gives way to the one after it.
sample({
  clock: rowsMuted.filter({ fn: ({ open, next }) => open !== next }),
  fn: ({ next }) => ({ entryId: next }),
  target: navigationRequested,
})
sample({ clock: rowsMuted, fn: ({ ids }) => ids, target: rowsRemoved })
// The entries are in follow.db still.
sample({ clock: mute.refused, fn: () => {}, target: [timelineRefetched, countsRequested] })

const revised = mute.accepted.map(({ id, args, answer }) => ({
  id,
  undo: { name: unmute.name, args: { mute: args.mute, run: answer.run } satisfies UnmuteArgs },
  title: titleOf(args.mute, answer.count),
}))
sample({ clock: revised, target: changeRevised })
sample({
  clock: revised,
  fn: ({ id, title: { key, values } }) => ({
    id,
    key,
    values,
    action: { title: 'common:action.undo', command: 'global:undo', args: { change: id } },
    otherAction: { title: 'app:rules.title', command: 'go:rules' },
  }),
  target: infoNotified,
})

/** Takes hidden entries out of follow.db, but those that are starred or highlighted. */
const removeFx = attach({
  source: { services: $services, highlights: $highlightsByEntry },
  effect: async ({ services: { local }, highlights }, ids: readonly string[]) => {
    const heads = await local.call('entries.heads', ids)
    const hidden = heads.filter(({ id, starredAt }) => starredAt === null && !highlights.has(id))
    const removed = hidden.map(({ id }) => id)
    if (removed.length > 0) await local.call('entries.remove', removed)
    return removed
  },
})
sample({ clock: removeFx.doneData, target: rowsRemoved })

const accepted = mute.accepted.map(({ answer }) => answer)
sample({ clock: accepted, fn: ({ entryIds }) => entryIds, target: removeFx })
sample({ clock: [accepted, unmute.accepted], fn: () => {}, target: pastChanged })
