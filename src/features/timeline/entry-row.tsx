import { memo, type CSSProperties, type ReactNode } from 'react'
import { views, type View } from '../../contract/views.ts'
import { safeSource } from '../../core/safe-href.ts'
import type { EntryHead } from '../../model/index.ts'
import { Avatar, RelativeTime, Skeleton, StarIcon } from '../../ui/index.ts'
import { formatDuration } from './format-duration.ts'
import { pictureOf } from './picture-of.ts'
import { plainText } from './plain-text.ts'

export type EntryRowProps = {
  readonly id: string
  readonly view: View
  /** undefined: on its way from follow.db */
  readonly head: EntryHead | undefined
  readonly feedName: string
  readonly feedImage: string | null
  readonly read: boolean
  readonly starred: boolean
  readonly current: boolean
  /** 1 is the first */
  readonly place: number
  /** px within its day */
  readonly top: number
  readonly height: number
  /** px at its top that something else covers */
  readonly under: number
  /** parts of the list's width */
  readonly left: number
  readonly width: number
  /** what an entry without any words is called */
  readonly untitled: string
  readonly onOpen: (id: string) => void
}

/** One entry of the list, in the look of its view. Drawn anew only when something of its own changes. */
export const EntryRow = memo(function EntryRow(props: EntryRowProps) {
  const { id, head, read, current, place, top, height, under, left, width, onOpen } = props
  const box: CSSProperties = {
    top,
    height,
    ...(under > 0 && { borderTop: `${under}px solid transparent` }),
    ...(width < 1 && { left: `${left * 100}%`, width: `${width * 100}%` }),
  }
  return (
    <div
      id={`entry-${id}`}
      className="entry-row"
      role="option"
      aria-selected={current}
      aria-current={current ? 'true' : undefined}
      aria-posinset={place}
      data-entry-id={id}
      data-read={read || undefined}
      style={box}
      onClick={() => onOpen(id)}
    >
      {head ? bodies[views[props.view]](head, props) : <Waiting />}
    </div>
  )
})

type Body = (head: EntryHead, row: EntryRowProps) => ReactNode

const Waiting = () => (
  <div className="entry-words">
    <Skeleton width="40%" />
    <Skeleton width="90%" />
    <Skeleton width="60%" />
  </div>
)

const Mark = ({ read }: { readonly read: boolean }) => (
  <span className="entry-mark" data-unread={!read || undefined} />
)

const Meta = ({ head, row, large }: { head: EntryHead; row: EntryRowProps; large?: boolean }) => (
  <div className="entry-meta">
    <Avatar
      src={(large && head.authorAvatar) || row.feedImage}
      name={row.feedName}
      size={large ? 'medium' : 'small'}
    />
    <span className="entry-feed">{large ? head.author || row.feedName : row.feedName}</span>
    {row.starred && <StarIcon className="entry-star" aria-hidden="true" />}
    <RelativeTime at={head.publishedAt} />
  </div>
)

const titleOf = (head: EntryHead, row: EntryRowProps) =>
  head.title || plainText(head.description) || head.url || row.untitled

const Picture = ({ src, kind }: { readonly src: string | null; readonly kind: string }) =>
  src && (
    <img
      className={kind}
      src={safeSource(src)}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
    />
  )

const article: Body = (head, row) => (
  <>
    <Mark read={row.read} />
    <div className="entry-words">
      <Meta head={head} row={row} />
      {head.title ? (
        <p className="entry-lines">
          <strong>{head.title}</strong>
          <br />
          <span>{plainText(head.description)}</span>
        </p>
      ) : (
        <p className="entry-lines">
          <span className="entry-said">{titleOf(head, row)}</span>
        </p>
      )}
    </div>
    <Picture src={pictureOf(head)} kind="entry-thumbnail" />
  </>
)

const social: Body = (head, row) => (
  <>
    <Mark read={row.read} />
    <div className="entry-words">
      <Meta head={head} row={row} large />
      <p className="entry-lines" data-lines="4">
        <span className="entry-said">{plainText(head.description) || titleOf(head, row)}</span>
      </p>
    </div>
    <Picture src={pictureOf(head)} kind="entry-thumbnail" />
  </>
)

const cell =
  (kind: 'picture' | 'video'): Body =>
  (head, row) => (
    <div className="entry-cell" data-kind={kind}>
      <div className="entry-frame-room">
        <Picture src={pictureOf(head)} kind="entry-picture" />
        {kind === 'video' && <span className="entry-length">{formatDuration(head)}</span>}
      </div>
      <p className="entry-cell-title">
        <Mark read={row.read} />
        <strong>{titleOf(head, row)}</strong>
      </p>
      <Meta head={head} row={row} />
    </div>
  )

const audio: Body = (head, row) => (
  <>
    <Mark read={row.read} />
    <div className="entry-words">
      <Meta head={head} row={row} />
      <p className="entry-lines" data-lines="2">
        <strong>{titleOf(head, row)}</strong>
      </p>
    </div>
    <span className="entry-length">{formatDuration(head)}</span>
  </>
)

const notification: Body = (head, row) => (
  <>
    <Mark read={row.read} />
    <Avatar src={row.feedImage} name={row.feedName} size="small" />
    <p className="entry-line">
      <strong>{titleOf(head, row)}</strong> <span>{row.feedName}</span>
    </p>
    {row.starred && <StarIcon className="entry-star" aria-hidden="true" />}
    <RelativeTime at={head.publishedAt} />
  </>
)

const bodies: Readonly<Record<(typeof views)[number], Body>> = {
  article,
  social,
  picture: cell('picture'),
  video: cell('video'),
  audio,
  notification,
}
