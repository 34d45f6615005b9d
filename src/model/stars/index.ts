/** Stars, stored with the view in which they were set. */
import { attach, createEvent, sample } from 'effector'
import type { View } from '../../contract/views.ts'
import type { ChangeOrigin } from '../../local/calls.ts'
import { $entrySummaries } from '../entries/state.ts'
import { $statuses } from '../entries/statuses.ts'
import { defineMutation, type MutationRules } from '../outbox/define-mutation.ts'
import { $location } from '../location/index.ts'
import { $services } from '../services.ts'

export const starToggled = createEvent<{ id: string }>()
/** Loaded entries are starred, or no longer. */
export const starsSet = createEvent<StarsSet>()
type StarsSet = {
  readonly ids: readonly string[]
  readonly starred: boolean
  readonly origin: ChangeOrigin
}

type StarArgs = { readonly entryId: string; readonly starredAt: number | null; readonly view: View }
const starRules: Omit<MutationRules<StarArgs, unknown>, 'name'> = {
  resource: 'stars',
  updates: ({ entryId, starredAt }) => ({
    statuses: (rows) => {
      const row = rows.get(entryId)
      return row && (row.starredAt === null) !== (starredAt === null)
        ? { [entryId]: { ...row, starredAt } }
        : null
    },
  }),
  effect: ({ entryId, starredAt, view }) => ({ do: 'star', entryId, starredAt, view }),
  send: (api, { entryId, starredAt, view }, { id }) =>
    starredAt === null
      ? api.collections.remove({ entryId }, { idempotencyKey: id })
      : api.collections.add({ entryId, view }, { idempotencyKey: id }),
  inverse: (args, { rows, at }) => ({
    name: restoreStar.name,
    args: {
      ...args,
      starredAt: args.starredAt === null ? (rows.statuses?.get(args.entryId)?.starredAt ?? at) : null,
    },
  }),
  redo: (args) => ({ name: 'stars.restore', args }),
  describe: ({ starredAt }, { subject }) => {
    const [key, many] =
      starredAt === null
        ? ['app:undo.unstarred', 'app:undo.unstarredMany']
        : ['app:undo.starred', 'app:undo.starredMany']
    return {
      key: subject === null ? many : key,
      many,
      values: { count: 1, ...(subject !== null && { title: subject }) },
    }
  },
}
const putStar = defineMutation<StarArgs, unknown>({ ...starRules, name: 'stars.put' })
/** Undo and redo: the entry need not be loaded. */
const restoreStar = defineMutation<StarArgs, unknown>({
  ...starRules,
  name: 'stars.restore',
  sendIfUnchanged: true,
})
sample({
  clock: starToggled,
  source: { rows: $statuses, summaries: $entrySummaries, location: $location, services: $services },
  filter: ({ rows }, { id }) => rows.has(id),
  fn: ({ rows, summaries, location, services }, { id }) => ({
    subject: summaries.get(id)?.title || null,
    args: {
      entryId: id,
      starredAt: rows.get(id)?.starredAt === null ? services.clock.now() : null,
      view: location.view,
    },
  }),
  target: putStar.requested,
})

const setFx = attach({
  source: { summaries: $entrySummaries, location: $location, services: $services },
  effect: ({ summaries, location, services }, { ids, starred, origin }: StarsSet) => {
    const starredAt = starred ? services.clock.now() : null
    for (const entryId of ids)
      putStar.requested({
        args: { entryId, starredAt, view: location.view },
        subject: summaries.get(entryId)?.title || null,
        origin,
      })
  },
})
sample({ clock: starsSet, target: setFx })
