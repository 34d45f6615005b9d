import { useStoreMap } from 'effector-react'
import type { EntryHead } from '../../model/rows.ts'
import { $player, $positions } from '../../model/player/index.ts'
import { pictureOf } from '../../model/pictures/picture-of.ts'
import { Avatar, formatClock, formatMinutes, PlayIcon, useTranslation } from '../../ui/index.ts'
import { Mark, Meta, Title, type EntryRowProps } from './row-parts.tsx'
import { secondsOfEntry } from './format-duration.ts'

/** An episode: its picture or its feed's, its length, how far it was heard, and a button that plays it on. */
export function AudioRow({ summary, row }: { readonly summary: EntryHead; readonly row: EntryRowProps }) {
  const { t } = useTranslation()
  const stored = useStoreMap({
    store: $positions,
    keys: [row.id],
    fn: (positions, [id]) => positions.get(id) ?? 0,
  })
  const playing = useStoreMap({
    store: $player,
    keys: [row.id],
    // Whole seconds, because the row shows no more.
    fn: ({ track, currentTime }, [id]) => (track?.entryId === id ? Math.floor(currentTime) : -1),
  })
  const seconds = secondsOfEntry(summary)
  const length = seconds === null ? '' : formatMinutes(seconds / 60, t)
  const at = playing >= 0 ? playing : Math.floor(stored)
  const share = seconds ? Math.min(1, at / seconds) : 0
  return (
    <>
      <Mark read={row.read} />
      <span className="entry-art">
        <Avatar src={pictureOf(summary) ?? row.feedImage} name={row.feedSite} />
      </span>
      <div className="entry-words">
        <Meta summary={summary} row={row} faceless />
        <p className="entry-lines" style={{ '--lines': row.lines ?? 1 } as React.CSSProperties}>
          <Title summary={summary} row={row} />
        </p>
        {row.density === 'comfortable' && (
          <p className="entry-episode">
            {at > 0 && seconds ? (
              <>
                <progress
                  className="entry-heard"
                  value={share}
                  max={1}
                  aria-label={t('timeline.heard', { time: formatClock(at) })}
                />
                <span>{t('timeline.left', { time: formatMinutes((seconds - at) / 60, t) })}</span>
              </>
            ) : (
              <span>{length}</span>
            )}
          </p>
        )}
      </div>
      {row.density !== 'comfortable' && <span className="entry-length">{length}</span>}
      {/* For pointers: what is focusable in an option cannot be reached. By keys it is player:play. */}
      <span
        className="entry-play"
        title={row.play}
        aria-hidden="true"
        data-playing={playing >= 0 || undefined}
        data-command-id="player:play"
        data-command-args={JSON.stringify({ entries: [row.id] })}
      >
        <PlayIcon />
      </span>
    </>
  )
}
