/** When the reader last asked the server for entries. Loads with what shows it, after the first list. */
import { attach, combine, createStore, sample } from 'effector'
import { $serverAhead } from '../network/server-clock.ts'
import { $services } from '../services.ts'
import { $fetchedAt, checkFx, stampFx } from './check-new.ts'

const nowFx = attach({ source: $services, effect: ({ clock }) => clock.now() })
sample({ clock: [stampFx.done, checkFx.done], fn: () => {}, target: nowFx })
const $asked = createStore<number | null>(null, { serialize: 'ignore' }).on(nowFx.doneData, (_, now) => now)

/** ms, by the clock of this device; null: not yet. */
export const $lookedAt = combine($asked, $fetchedAt, $serverAhead, (asked, fetched, ahead) =>
  asked !== null || fetched.size === 0 ? asked : Math.max(...fetched.values()) - ahead,
)
