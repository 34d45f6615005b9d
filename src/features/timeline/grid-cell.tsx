import { useStoreMap } from 'effector-react'
import { useMemo } from 'react'
import type { EntryHead } from '../../model/rows.ts'
import { $pictureFacts } from '../../model/pictures/index.ts'
import { embedOf } from '../../model/player/embeds.ts'
import { tracksOf } from '../../model/player/tracks.ts'
import { Picture, PlayIcon } from '../../ui/index.ts'
import { formatDuration } from './format-duration.ts'
import { pictureOf } from '../../model/pictures/picture-of.ts'
import { Mark, Meta, StoryCount, Title, type EntryRowProps } from './row-parts.tsx'

/** A picture or the poster of a video, with its title. The place is there before the picture, in its colour. */
export function GridCell({ summary, row }: { readonly summary: EntryHead; readonly row: EntryRowProps }) {
  const kind = row.layout
  const url = pictureOf(summary)
  const known = useStoreMap({
    store: $pictureFacts,
    keys: [url ?? ''],
    fn: (facts, [key]) => facts.get(key) ?? null,
  })
  const named = summary.media.find((one) => one.url === url || one.preview_image_url === url)
  const color = known?.colors[0] ?? blurhashColor(named?.blurhash)
  const playable = useMemo(
    () => kind === 'video' && (tracksOf(summary).length > 0 || embedOf(summary) !== null),
    [kind, summary],
  )
  const pictures = summary.media.filter(({ type }) => type === 'photo').length
  return (
    <div className="entry-cell" data-kind={kind}>
      <div className="entry-frame-room" style={color ? { backgroundColor: color } : undefined}>
        <Picture src={url} className="entry-picture" sized style={{ aspectRatio: 'auto' }} />
        {kind === 'video' ? (
          <>
            {playable && (
              <span
                className="entry-poster-play"
                title={row.play}
                aria-hidden="true"
                data-command-id="player:play"
                data-command-args={JSON.stringify({ entries: [row.id] })}
              >
                <PlayIcon />
              </span>
            )}
            <span className="entry-length">{formatDuration(summary)}</span>
          </>
        ) : (
          pictures > 1 && <span className="entry-length">{pictures}</span>
        )}
      </div>
      <p className="entry-cell-title">
        <Mark read={row.read} />
        <Title summary={summary} row={row} />
        {row.density !== 'comfortable' && <StoryCount row={row} />}
      </p>
      {row.density === 'comfortable' && <Meta summary={summary} row={row} />}
    </div>
  )
}

const BASE83 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~'

/** The average colour in a blurhash: its letters 3 to 6 are 24 bits of sRGB (blurha.sh, "Algorithm"). */
export function blurhashColor(blurhash: string | undefined): string | null {
  if (!blurhash || blurhash.length < 6) return null
  let value = 0
  for (const letter of blurhash.slice(2, 6)) {
    const digit = BASE83.indexOf(letter)
    if (digit === -1) return null
    value = value * 83 + digit
  }
  return value <= 0xff_ff_ff ? `#${value.toString(16).padStart(6, '0')}` : null
}
