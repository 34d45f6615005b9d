/** How long the player has played without a pause. */
import { attach, createStore, sample } from 'effector'
import { $playerSummary } from '../../../model/player/summary.ts'
import { $services } from '../../../model/services.ts'

type Playing = {
  /** ms since 1970; null while nothing plays. */
  readonly since: number | null
  /** Of what has just ended. */
  readonly seconds: number | null
}

const stampFx = attach({
  source: $services,
  effect: ({ clock }, isPlaying: boolean) => ({ isPlaying, now: clock.now() }),
})
sample({ clock: $playerSummary.map(({ isPlaying }) => isPlaying).updates, target: stampFx })
const $playing = createStore<Playing>({ since: null, seconds: null }, { serialize: 'ignore' }).on(
  stampFx.doneData,
  ({ since }, { isPlaying, now }) =>
    isPlaying
      ? { since: now, seconds: null }
      : { since: null, seconds: since === null ? null : Math.round((now - since) / 1000) },
)
/** Playing has ended after so many seconds. */
export const played = $playing.updates.filterMap(({ seconds }) => seconds ?? undefined)
