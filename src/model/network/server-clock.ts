/** The server's clock: comparisons with its times must not depend on the clock of this device. */
import { attach, createEvent, createStore, sample } from 'effector'
import { $services } from '../services.ts'
import { responseReceived } from './index.ts'

/** The server sends whole seconds, and the response takes time: smaller differences are ignored. */
const TOLERANCE_MS = 2000

const compared = createEvent<number>()
const compareFx = attach({
  source: $services,
  effect: ({ clock }, serverTime: number) => serverTime - clock.now(),
})
sample({ clock: responseReceived.filterMap(({ serverTime }) => serverTime), target: compareFx })
sample({ clock: compareFx.doneData, target: compared })

/** ms by which the server's clock is ahead of this device's; 0 where they agree. */
export const $serverAhead = createStore(0, { serialize: 'ignore' }).on(compared, (_, ahead) =>
  // The header is rounded down to a second.
  Math.abs(ahead) <= TOLERANCE_MS ? 0 : ahead + 1000,
)
