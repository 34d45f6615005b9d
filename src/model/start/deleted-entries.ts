/** Drops entries that the server has deleted: a while after the start, and after each refresh. */
import { attach, createEvent, sample, scopeBind } from 'effector'
import { $currentEntryId } from '../entries/index.ts'
import { $services } from '../services.ts'
import { userAuthenticated } from '../session/index.ts'
import { timelineRefetched } from '../timeline/index.ts'
import { rowsRemoved } from '../timeline/list.ts'
import { createTimer } from '../timer.ts'

/** After the requests that the user waits for. */
const DELAY_MS = 10_000
/** Maximum pages of one round; the next one continues. */
const PAGES = 20
/** In follow.db's meta: the server's cursor after the last deletion that was applied. */
const KEY = 'deletedEntries'

/** A browser without entries needs no earlier deletions: it begins now, before its first entries arrive. */
const beginFx = attach({
  source: $services,
  effect: async ({ api, local }) => {
    if ((await local.call('meta.get', KEY)) != null) return
    if ((await local.call('entries.query', { select: '', limit: 1 })).length > 0) return
    const { cursor } = await api.entries.deleted({ fromNow: true })
    await local.call('meta.set', { key: KEY, value: cursor })
  },
})
sample({ clock: userAuthenticated, fn: () => {}, target: beginFx })

const entriesDropped = createEvent<readonly string[]>()
const dropFx = attach({
  source: $services,
  effect: async ({ api, local }) => {
    const dropped = scopeBind(entriesDropped, { safe: true })
    let cursor = ((await local.call('meta.get', KEY)) as string | null) ?? undefined
    for (let page = 0; page < PAGES; page += 1) {
      const { data, ...next } = await api.entries.deleted({ cursor })
      if (data.length > 0) await local.call('entries.remove', data)
      dropped(data)
      if (next.cursor === undefined) return
      cursor = next.cursor
      await local.call('meta.set', { key: KEY, value: cursor })
    }
  },
})
// The open entry stays on the screen until the user leaves it.
sample({
  clock: entriesDropped,
  source: $currentEntryId,
  fn: (open, ids) => ids.filter((id) => id !== open),
  target: rowsRemoved,
})

const timer = createTimer()
sample({ clock: [userAuthenticated, timelineRefetched], fn: () => DELAY_MS, target: timer.started })
// Without a connection the next refresh tries again.
sample({
  clock: timer.fired,
  source: dropFx.pending,
  filter: (pending) => !pending,
  fn: () => {},
  target: dropFx,
})
