/** Stars, stored with the view in which they were set. */
import { createEvent, sample } from 'effector'
import type { View } from '../../contract/views.ts'
import { $statuses } from '../entries/statuses.ts'
import { defineMutation } from '../outbox/define-mutation.ts'
import { $location } from '../location/index.ts'
import { $services } from '../services.ts'

export const starToggled = createEvent<{ id: string }>()

type StarArgs = { readonly entryId: string; readonly starredAt: number | null; readonly view: View }
const putStar = defineMutation<StarArgs, unknown>({
  name: 'stars.put',
  noun: 'stars',
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
})
sample({
  clock: starToggled,
  source: { rows: $statuses, location: $location, services: $services },
  filter: ({ rows }, { id }) => rows.has(id),
  fn: ({ rows, location, services }, { id }) => ({
    args: {
      entryId: id,
      starredAt: rows.get(id)?.starredAt === null ? services.clock.now() : null,
      view: location.view,
    },
  }),
  target: putStar.requested,
})
