import { useUnit } from 'effector-react'
import type { CSSProperties } from 'react'
import { $chapters, $player, seekRequested } from '../../model/player/index.ts'
import { formatClock, useTranslation } from '../../ui/index.ts'

/** Where the track is: its time, a slider with a tick for each chapter, and the time that is left. */
export function PlayerProgress() {
  const { t } = useTranslation()
  const { track, currentTime, duration } = useUnit($player)
  const chapters = useUnit($chapters)
  const seek = useUnit(seekRequested)
  // A track of parts counts them from one.
  const first = track?.provider ? 1 : 0
  const end = Math.max(duration, 1)
  const at = Math.min(currentTime + first, end)
  const known = duration > 0
  const words = track?.provider
    ? {
        at: known ? String(at) : '',
        rest: known ? String(duration) : '',
        text: t('player.partText', { part: at, count: duration }),
      }
    : {
        at: formatClock(currentTime),
        rest: known ? `-${formatClock(duration - currentTime)}` : t('player.live'),
        text: t('player.progressText', { time: formatClock(currentTime), duration: formatClock(duration) }),
      }
  return (
    <div className="player-progress">
      <time>{words.at}</time>
      <div className="player-track" style={partStyle(known ? at / end : 0)}>
        <input
          type="range"
          min={first}
          max={end}
          step={1}
          value={at}
          disabled={!known}
          aria-label={t('player.progress')}
          aria-valuetext={words.text}
          onChange={(event) => seek(event.currentTarget.valueAsNumber - first)}
        />
        {known &&
          chapters
            .filter(({ start }) => start > 0 && start < duration)
            .map(({ start }) => (
              <span
                key={start}
                className="player-tick"
                style={partStyle(start / duration)}
                aria-hidden="true"
              />
            ))}
      </div>
      <time>{words.rest}</time>
    </div>
  )
}

/** @param part of the track's length, from 0 to 1 */
const partStyle = (part: number) => ({ '--part': part }) as CSSProperties
