import { memo, type CSSProperties, type MouseEvent, type ReactNode } from 'react'
import { views, type View } from '../../contract/views.ts'
import type { EntryHead } from '../../model/index.ts'
import { Avatar, DoneIcon, Picture, PlayIcon, RelativeTime, Skeleton, StarIcon } from '../../ui/index.ts'
import { formatDuration } from './format-duration.ts'
import { pictureOf } from './picture-of.ts'
import { plainText } from './plain-text.ts'

export type EntryRowProps = {
  readonly id: string
  readonly view: View
  /** undefined while it loads from the local database */
  readonly summary: EntryHead | undefined
  readonly feedName: string
  readonly feedImage: string | null
  readonly read: boolean
  readonly starred: boolean
  readonly current: boolean
  /** null: no entry is selected, and the current one is what commands act on */
  readonly selected: boolean | null
  /** from 1 */
  readonly position: number
  /** px within its day */
  readonly top: number
  readonly height: number
  /** px at its top that the day header covers */
  readonly coveredHeight: number
  /** fractions of the list's width */
  readonly left: number
  readonly width: number
  /** label of the button that plays it */
  readonly play: string
  /** title of an entry without text */
  readonly untitled: string
  readonly onClick: (id: string, event: MouseEvent) => void
}

/** A row of the list in the layout of its view. Memoised: renders only when its own props change. */
export const EntryRow = memo(function EntryRow(props: EntryRowProps) {
  const { id, summary, read, current, selected, position, top, height, coveredHeight, left, width, onClick } =
    props
  const box: CSSProperties = {
    top,
    height,
    ...(coveredHeight > 0 && { borderTop: `${coveredHeight}px solid transparent` }),
    ...(width < 1 && { left: `${left * 100}%`, width: `${width * 100}%` }),
  }
  return (
    <div
      id={`entry-${id}`}
      className="entry-row"
      role="option"
      aria-selected={selected ?? current}
      aria-current={current ? 'true' : undefined}
      aria-posinset={position}
      data-entry-id={id}
      data-read={read || undefined}
      data-selected={selected || undefined}
      style={box}
      // A button in the row runs its own command.
      onClick={(event) => (event.target as Element).closest('[data-command-id]') ?? onClick(id, event)}
    >
      {selected && <DoneIcon className="entry-check" aria-hidden="true" />}
      {summary ? layouts[views[props.view]](summary, props) : <Placeholder />}
    </div>
  )
})

type Layout = (summary: EntryHead, row: EntryRowProps) => ReactNode

const Placeholder = () => (
  <div className="entry-words">
    <Skeleton width="40%" />
    <Skeleton width="90%" />
    <Skeleton width="60%" />
  </div>
)

const Mark = ({ read }: { readonly read: boolean }) => (
  <span className="entry-mark" data-unread={!read || undefined} />
)

const Meta = ({ summary, row, large }: { summary: EntryHead; row: EntryRowProps; large?: boolean }) => (
  <div className="entry-meta">
    <Avatar
      src={(large && summary.authorAvatar) || row.feedImage}
      name={row.feedName}
      size={large ? 'medium' : 'small'}
    />
    <span className="entry-feed">{large ? summary.author || row.feedName : row.feedName}</span>
    {row.starred && <StarIcon className="entry-star" aria-hidden="true" />}
    <RelativeTime at={summary.publishedAt} />
  </div>
)

const titleOf = (summary: EntryHead, row: EntryRowProps) =>
  summary.title || plainText(summary.description) || summary.url || row.untitled

const article: Layout = (summary, row) => (
  <>
    <Mark read={row.read} />
    <div className="entry-words">
      <Meta summary={summary} row={row} />
      {summary.title ? (
        <p className="entry-lines">
          <strong>{summary.title}</strong>
          <br />
          <span>{plainText(summary.description)}</span>
        </p>
      ) : (
        <p className="entry-lines">
          <span className="entry-said">{titleOf(summary, row)}</span>
        </p>
      )}
    </div>
    <Picture src={pictureOf(summary)} className="entry-thumbnail" />
  </>
)

const social: Layout = (summary, row) => (
  <>
    <Mark read={row.read} />
    <div className="entry-words">
      <Meta summary={summary} row={row} large />
      <p className="entry-lines" data-lines="4">
        <span className="entry-said">{plainText(summary.description) || titleOf(summary, row)}</span>
      </p>
    </div>
    <Picture src={pictureOf(summary)} className="entry-thumbnail" />
  </>
)

const cell =
  (kind: 'picture' | 'video'): Layout =>
  (summary, row) => (
    <div className="entry-cell" data-kind={kind}>
      <div className="entry-frame-room">
        <Picture src={pictureOf(summary)} className="entry-picture" />
        {kind === 'video' && <span className="entry-length">{formatDuration(summary)}</span>}
      </div>
      <p className="entry-cell-title">
        <Mark read={row.read} />
        <strong>{titleOf(summary, row)}</strong>
      </p>
      <Meta summary={summary} row={row} />
    </div>
  )

const audio: Layout = (summary, row) => (
  <>
    <Mark read={row.read} />
    <div className="entry-words">
      <Meta summary={summary} row={row} />
      <p className="entry-lines" data-lines="2">
        <strong>{titleOf(summary, row)}</strong>
      </p>
    </div>
    <span className="entry-length">{formatDuration(summary)}</span>
    <button
      type="button"
      className="entry-play"
      tabIndex={-1}
      aria-label={row.play}
      data-command-id="player:play"
      data-command-args={JSON.stringify({ entries: [row.id] })}
    >
      <PlayIcon aria-hidden="true" />
    </button>
  </>
)

const notification: Layout = (summary, row) => (
  <>
    <Mark read={row.read} />
    <Avatar src={row.feedImage} name={row.feedName} size="small" />
    <p className="entry-line">
      <strong>{titleOf(summary, row)}</strong> <span>{row.feedName}</span>
    </p>
    {row.starred && <StarIcon className="entry-star" aria-hidden="true" />}
    <RelativeTime at={summary.publishedAt} />
  </>
)

const layouts: Readonly<Record<(typeof views)[number], Layout>> = {
  article,
  social,
  picture: cell('picture'),
  video: cell('video'),
  audio,
  notification,
}
