/** When the reader last asked the server for entries. Loads with what shows it, after the first list. */
import { attach, combine, createStore, sample } from 'effector'
import { $serverAhead } from '../network/server-clock.ts'
import { $services } from '../services.ts'
import { $fetchedAt, checkFx } from './check-new.ts'

const nowFx = attach({ source: $services, effect: ({ clock }) => clock.now() })
sample({ clock: checkFx.done, fn: () => {}, target: nowFx })
/** Of the last check for new entries, which brings none. */
const $checkedAt = createStore<number | null>(null, { serialize: 'ignore' }).on(
  nowFx.doneData,
  (_, now) => now,
)

/** ms, by the clock of this device; null: not yet. */
export const $lookedAt = combine($checkedAt, $fetchedAt, $serverAhead, (checkedAt, fetched, ahead) => {
  const times = [...fetched.values()].map((at) => at - ahead)
  if (checkedAt !== null) times.push(checkedAt)
  return times.length === 0 ? null : Math.max(...times)
})
