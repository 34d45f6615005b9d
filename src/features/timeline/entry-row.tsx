import { lazy, memo, Suspense, type CSSProperties, type ReactNode } from 'react'
import { plainText } from '../../core/plain-text.ts'
import type { EntryHead } from '../../model/rows.ts'
import { Avatar, DoneIcon, Picture, RelativeTime, Skeleton, StarIcon } from '../../ui/index.ts'
import { pictureOf } from '../../model/pictures/picture-of.ts'
import type { RowLayout } from './row-shape.ts'
import {
  HighlightCount,
  Mark,
  Meta,
  Near,
  RowColumns,
  RowLabels,
  StoryCount,
  Title,
  titleOf,
  RowText,
  type EntryRowProps,
} from './row-parts.tsx'

/** A row of the list in the layout of its view. Memoised: renders only when its own props change. */
export const EntryRow = memo(function EntryRow(props: EntryRowProps) {
  const { id, summary, read, current, selected, position, top, height, coveredHeight, left, width, onClick } =
    props
  const box: CSSProperties = {
    top,
    ...(height !== null && { height }),
    ...(!props.settled && { visibility: 'hidden' }),
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
      data-in-story={props.inStory || undefined}
      data-measured={height === null || undefined}
      lang={summary?.language ?? undefined}
      style={box}
      // A button in the row runs its own command.
      onClick={(event) => (event.target as Element).closest('[data-command-id]') ?? onClick(id, event)}
    >
      {selected && <DoneIcon className="entry-check" aria-hidden="true" />}
      {summary ? (
        <Suspense fallback={placeholder}>{layouts[props.layout](summary, props)}</Suspense>
      ) : (
        placeholder
      )}
    </div>
  )
})

type Layout = (summary: EntryHead, row: EntryRowProps) => ReactNode

const placeholder = (
  <div className="entry-words">
    <Skeleton width="40%" />
    <Skeleton width="90%" />
    <Skeleton width="60%" />
  </div>
)

const clampTo = (lines: number | undefined) =>
  lines === undefined ? undefined : ({ '--lines': lines } as CSSProperties)

const article: Layout = (summary, row) => (
  <>
    <Mark read={row.read} />
    <div className="entry-words">
      <Meta summary={summary} row={row} />
      {summary.title ? (
        <p className="entry-lines" style={clampTo(row.lines)}>
          <Title summary={summary} row={row} />
          {row.density === 'comfortable' && (
            <>
              <br />
              <span dir="auto">
                <RowText text={plainText(summary.description)} row={row} orSnippet />
              </span>
            </>
          )}
        </p>
      ) : (
        <p className="entry-lines" style={clampTo(row.lines)}>
          <span className="entry-said" dir="auto">
            <RowText text={titleOf(summary, row)} row={row} orSnippet />
          </span>
        </p>
      )}
    </div>
    <Picture
      src={pictureOf(summary)}
      className="entry-thumbnail"
      {...(row.density === 'comfortable' &&
        row.thumbnailWidth !== undefined && { style: { width: `${row.thumbnailWidth}rem` } })}
    />
  </>
)

/** A post in few lines: the whole post is drawn by the social layout. */
const shortPost: Layout = (summary, row) => (
  <>
    <Mark read={row.read} />
    <div className="entry-words">
      <Meta summary={summary} row={row} large />
      <p className="entry-lines" style={clampTo(row.lines)}>
        <span className="entry-said" dir="auto">
          <RowText text={plainText(summary.description) || titleOf(summary, row)} row={row} orSnippet />
        </span>
      </p>
    </div>
    <Picture src={pictureOf(summary)} className="entry-thumbnail" />
  </>
)

/** In parts of their own, because the list of articles is drawn without them. */
const Post = lazy(() => import('./social-row-part.ts'))
const Cell = lazy(() => import('./grid-cell-part.ts'))
const Episode = lazy(() => import('./audio-row-part.ts'))
const social: Layout = (summary, row) =>
  row.density === 'comfortable' ? <Post summary={summary} row={row} /> : shortPost(summary, row)
const cell: Layout = (summary, row) => <Cell summary={summary} row={row} />
const audio: Layout = (summary, row) => <Episode summary={summary} row={row} />

const notification: Layout = (summary, row) => (
  <>
    <Mark read={row.read} />
    <Avatar src={row.feedImage} name={row.feedSite} size="small" />
    <p className="entry-line">
      <Title summary={summary} row={row} /> <span dir="auto">{row.feedName}</span>
    </p>
    {row.starred && <StarIcon className="entry-star" aria-hidden="true" />}
    <Near row={row} />
    <HighlightCount row={row} />
    <RowLabels labels={row.labels} />
    <StoryCount row={row} />
    <RowColumns row={row} />
    <RelativeTime at={summary.publishedAt} underDay={row.underDay} />
  </>
)

const layouts: Readonly<Record<RowLayout, Layout>> = {
  article,
  social,
  picture: cell,
  video: cell,
  audio,
  notification,
  title: notification,
}
