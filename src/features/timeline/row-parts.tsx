/** What the rows of several layouts share. */
import { lazy, Suspense, type MouseEvent } from 'react'
import { entryName } from '../../core/entry-name.ts'
import type { UserLabel } from '../../model/labels/index.ts'
import type { EntryHead } from '../../model/rows.ts'
import type { Density } from '../../model/timeline/index.ts'
import { Avatar, ExpandIcon, LabelChip, RelativeTime, StarIcon, Tag } from '../../ui/index.ts'
import type { ListCell, ListColumn } from '../feature.ts'
import type { RowHits } from './read-row-hits.ts'
import type { RowLayout } from './row-shape.ts'

/** `tone`: null for a plain text, else it is a badge. */
export type RowCell = { readonly text: string; readonly hint: string; readonly tone: ListCell['tone'] }

export type EntryRowProps = {
  readonly id: string
  readonly layout: RowLayout
  readonly density: Density
  /** undefined while it loads from the local database */
  readonly summary: EntryHead | undefined
  readonly feedName: string
  readonly feedImage: string | null
  /** Its site's address, or else its name. */
  readonly feedSite: string
  readonly read: boolean
  readonly starred: boolean
  /** Names of its labels, and their colours; the same array while they are the same. */
  readonly labels: readonly UserLabel[]
  /** Number of its highlights and notes, and its label; 0: it has none. */
  readonly highlights: number
  readonly highlightsLabel: string
  /** Of plugins, each with its room, and what they say of the entry; the same arrays while nothing changes. undefined: there are none. */
  readonly columns: readonly Pick<ListColumn, 'id' | 'width'>[] | undefined
  readonly cells: readonly (RowCell | null)[] | undefined
  /** Of a row of a search. */
  readonly hits: RowHits | undefined
  readonly current: boolean
  /** null: no entry is selected, and the current one is what commands act on */
  readonly selected: boolean | null
  /** from 1 */
  readonly position: number
  /** It is below a heading that names its day. */
  readonly underDay: boolean
  /** px within its day */
  readonly top: number
  /** null: as high as what it holds, which the list measures */
  readonly height: number | null
  /** Lines of text that the height leaves room for; undefined where it does not tell. */
  readonly lines: number | undefined
  /** rem; undefined in layouts without a thumbnail */
  readonly thumbnailWidth: number | undefined
  /** px at its top that the day header covers */
  readonly coveredHeight: number
  /** Its place is known; else it is not drawn yet. */
  readonly settled: boolean
  /** fractions of the list's width */
  readonly left: number
  readonly width: number
  /** label of the button that plays it */
  readonly play: string
  /** translated title; undefined: the entry's own */
  readonly title: string | undefined
  /** BCP 47, of the translated title */
  readonly titleLanguage: string | undefined
  /** title of an entry without text */
  readonly untitled: string
  /** Number of feeds that have the story, where the row stands for it or begins it; 0: it does not. */
  readonly storyFeeds: number
  /** "3 feeds", with their names. */
  readonly storyLabel: string
  /** The other entries of the story are listed below. */
  readonly storyOpen: boolean
  /** Is one of them. */
  readonly inStory: boolean
  readonly onClick: (id: string, event: MouseEvent) => void
}

export const Mark = ({ read }: { readonly read: boolean }) => (
  <span className="entry-mark" data-unread={!read || undefined} />
)

/** How many feeds have the story. For pointers; by keys it is timeline:toggle-story. */
export const StoryCount = ({ row }: { readonly row: EntryRowProps }) =>
  row.storyFeeds > 0 && (
    <span
      className="entry-story"
      title={row.storyLabel}
      data-open={row.storyOpen || undefined}
      data-command-id="timeline:toggle-story"
      data-command-args={JSON.stringify({ entries: [row.id] })}
    >
      <ExpandIcon aria-hidden="true" />
      <span aria-hidden="true">{row.storyFeeds}</span>
      <span className="ui-visually-hidden">{row.storyLabel}</span>
    </span>
  )

/** The first labels by their last part, and how many more there are. */
export const RowLabels = ({ labels }: { readonly labels: readonly UserLabel[] }) =>
  labels.length > 0 && (
    <span className="entry-labels">
      {labels.slice(0, ROW_LABELS).map(({ name, color }) => (
        <LabelChip key={name} name={name} color={color} short />
      ))}
      {labels.length > ROW_LABELS && <span>+{labels.length - ROW_LABELS}</span>}
    </span>
  )
const ROW_LABELS = 2

/** Few rows have one, and the first list is drawn without it. */
const HighlightIcon = lazy(() => import('./highlight-icon-part.ts'))

export const HighlightCount = ({
  row: { highlights, highlightsLabel },
}: {
  readonly row: Pick<EntryRowProps, 'highlights' | 'highlightsLabel'>
}) =>
  highlights > 0 && (
    <span className="entry-highlights" title={highlightsLabel}>
      <span className="entry-highlights-icon" aria-hidden="true">
        <Suspense fallback={null}>
          <HighlightIcon />
        </Suspense>
      </span>
      <span aria-hidden="true">{highlights}</span>
      <span className="ui-visually-hidden">{highlightsLabel}</span>
    </span>
  )

/** Only rows of a query that ranks have it. */
const Nearness = lazy(() => import('./nearness.tsx'))

export const Near = ({ row: { hits } }: { readonly row: Pick<EntryRowProps, 'hits'> }) =>
  hits?.near !== undefined && (
    <Suspense fallback={null}>
      <Nearness near={hits.near} />
    </Suspense>
  )

/** The columns of plugins. Their room is there before their cells, so that nothing moves. */
export const RowColumns = ({
  row: { columns, cells },
}: {
  readonly row: Pick<EntryRowProps, 'columns' | 'cells'>
}) =>
  columns && (
    <span className="entry-columns">
      {columns.map(({ id, width }, at) => {
        const cell = cells?.[at]
        return (
          <span key={id} style={{ width: `${width}rem` }} title={cell?.hint}>
            {cell && (cell.tone ? <Tag tone={cell.tone}>{cell.text}</Tag> : cell.text)}
          </span>
        )
      })}
    </span>
  )

/** The picture or the letters of the author; of the feed, where that is the author. */
export function faceOf(
  { author, authorAvatar }: Pick<EntryHead, 'author' | 'authorAvatar'>,
  { feedImage, feedName, feedSite }: Pick<EntryRowProps, 'feedImage' | 'feedName' | 'feedSite'>,
): { readonly src: string | null; readonly name: string } {
  if (!author || author === feedName) return { src: authorAvatar || feedImage, name: feedSite }
  return { src: authorAvatar || null, name: author }
}

export const Meta = ({
  summary,
  row,
  large,
  faceless,
}: {
  summary: EntryHead
  row: EntryRowProps
  large?: boolean
  /** The row has a larger picture of the feed. */
  faceless?: boolean
}) => (
  <div className="entry-meta">
    {!faceless && (
      <Avatar
        {...(large ? faceOf(summary, row) : { src: row.feedImage, name: row.feedSite })}
        size={large ? 'medium' : 'small'}
      />
    )}
    <span className="entry-feed" dir="auto">
      {large && row.storyFeeds === 0 ? summary.author || row.feedName : row.feedName}
    </span>
    {row.starred && <StarIcon className="entry-star" aria-hidden="true" />}
    <Near row={row} />
    <HighlightCount row={row} />
    <RowLabels labels={row.labels} />
    <StoryCount row={row} />
    <RowColumns row={row} />
    <RelativeTime at={summary.publishedAt} underDay={row.underDay} />
  </div>
)

export const titleOf = (summary: EntryHead, row: EntryRowProps) =>
  row.title || entryName(summary) || row.untitled

export const Title = ({ summary, row }: { readonly summary: EntryHead; readonly row: EntryRowProps }) => (
  <strong dir="auto" lang={row.title ? row.titleLanguage : undefined}>
    <RowText text={titleOf(summary, row)} row={row} />
  </strong>
)

/** Only rows of a search need it. */
const MarkedText = lazy(() => import('./marked-text-part.ts'))
type RowTextProps = {
  readonly text: string
  readonly row: Pick<EntryRowProps, 'hits'>
  /** Where the text has none of the words of a search, the part of the content that has them. */
  readonly orSnippet?: boolean
}

/** A text of a row; in a search its words are marked. */
export const RowText = ({ text, row: { hits }, orSnippet = false }: RowTextProps) =>
  hits ? (
    <Suspense fallback={text}>
      <MarkedText text={text} hits={hits} snippet={orSnippet ? hits.snippet : undefined} />
    </Suspense>
  ) : (
    text
  )
