/** The virtualised list of entries: the position of each row is known before it is rendered. */
import { siteOfFeed } from '../../contract/page-address.ts'
import type { Feed } from '../../contract/shapes.ts'
import { useRowLabels } from './use-row-labels.ts'
import { useUnit } from 'effector-react'
import {
  lazy,
  memo,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  type MouseEvent,
} from 'react'
import { registry } from '../../model/app/index.ts'
import {
  $currentEntryId,
  $isTranslating,
  $entrySummaries,
  $statuses,
  $translations,
  rowsRequested,
} from '../../model/entries/index.ts'
import { $highlightsByEntry } from '../../model/highlights/tables.ts'
import { $location, sourceKey } from '../../model/location/index.ts'
import { $selection } from '../../model/selection/index.ts'
import { $appearance, $general } from '../../model/settings/index.ts'
import { $feeds, $inboxes, $subscriptions, entrySourceTitle } from '../../model/subscriptions/index.ts'
import {
  $density,
  $groups,
  $timelineIds,
  $oldestFirst,
  $openStories,
  $storyOfEntry,
  endReached,
  idsIn,
  indexOfId,
  rowHovered,
  rowsDrawn,
  type DayGroup,
} from '../../model/timeline/index.ts'
import { $pictureFacts } from '../../model/pictures/index.ts'
import { postsRequested } from '../../model/posts/index.ts'
import { Avatar, useTranslation } from '../../ui/index.ts'
import { $listColumns } from '../registry.ts'
import { formatDay } from './format-day.ts'
import { EntryRow } from './entry-row.tsx'
import {
  columnOf,
  heightOf,
  layOut,
  rowHeightOf,
  topInSpan,
  useWindow,
  type Span,
  type Viewport,
  type Window,
} from '../../ui/long-list/index.ts'
import type { FoundHits } from './read-row-hits.ts'
import type { RowsOfCells } from './row-cells.tsx'
import { firstUnsettled } from './first-unsettled.ts'
import { heightOfRow, linesOfRow, thumbnailWidth } from './row-height.ts'
import { storyOfRow } from './story-of-row.ts'
import { isGrid, layoutOf, shapeOf, type ShapeOptions } from './row-shape.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { useImages } from './use-images.ts'
import { useMarkOnScroll } from './use-mark-on-scroll.ts'
import { useMeasuredRows } from './use-measured-rows.ts'
import { usePointerRest } from './use-pointer-rest.ts'
import { useRowHeights } from './use-row-heights.ts'
import { useRowLoading } from './use-row-loading.ts'
import { useStoryLoading } from './use-story-loading.ts'
import { useWidth } from './use-width.ts'

/** Rows before the end at which the next page is requested. */
const NEAR_END = 40

/** Rows whose heights a list settles before it knows which are visible. */
const FIRST_ROWS = { from: 0, to: 0 }
/** Only a search needs it. */
const RowHits = lazy(async () => ({ default: (await import('./row-hits.tsx')).RowHits }))
/** Only where a plugin has a column. */
const RowCells = lazy(async () => ({ default: (await import('./row-cells.tsx')).RowCells }))
const noCells: RowsOfCells = new Map()
const noHits: FoundHits = { query: '', rows: new Map() }
const noRows: readonly Window[] = []
/** Whether rows are rendered far from those before. */
const isElsewhere = (before: Window, now: Window) => now.from > before.to || now.to < before.from

const noGroups: readonly DayGroup[] = []
const siteOf = (feed: Feed | undefined, title: string): string => (feed ? siteOfFeed(feed) : title)

/** ms since 1970; labels of days change with the next render. */
const currentTime = () => Date.now()

/** As in any list: Ctrl or Cmd selects one more row, Shift all up to it. */
function commandOfClick({ ctrlKey, metaKey, shiftKey }: MouseEvent): string {
  if (shiftKey) return 'selection:extend'
  return ctrlKey || metaKey ? 'selection:toggle' : 'go:entry'
}

export const EntryList = memo(function EntryList({ viewport }: { readonly viewport: Viewport }) {
  const { t, i18n } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const all = useUnit({
    listed: $timelineIds,
    groups: $groups,
    summaries: $entrySummaries,
    statuses: $statuses,
    feeds: $feeds,
    subscriptions: $subscriptions,
    inboxes: $inboxes,
    currentId: $currentEntryId,
    location: $location,
    appearance: $appearance,
    general: $general,
    selection: $selection,
    density: $density,
    images: $pictureFacts,
    stories: $storyOfEntry,
    openStories: $openStories,
    oldestFirst: $oldestFirst,
    translations: $translations,
    isTranslating: $isTranslating,
    highlights: $highlightsByEntry,
    columns: $listColumns,
  })
  const [requestRows, requestPosts, requestOlder, invoke, restOnRow, reportDrawn] = useUnit([
    rowsRequested,
    postsRequested,
    endReached,
    registry.commandInvoked,
    rowHovered,
    rowsDrawn,
  ])
  const { ids } = all.listed
  const { view } = all.location
  const { appearance, density, images } = all
  const layout = layoutOf(view, density)
  // Grids are not grouped by day: days with one picture would leave most of a line empty.
  const grid = isGrid(layout)
  const measured = layout === 'social' && density === 'comfortable'
  const width = useWidth(viewport, grid, appearance.entryColWidth)
  const groups = grid ? noGroups : all.groups
  const grouped = groups.length > 0
  const spans = useMemo(
    (): readonly Span[] => (groups.length > 0 ? groups : ids.length > 0 ? [{ from: 0, to: ids.length }] : []),
    [groups, ids],
  )
  const rem = appearance.uiTextSize
  const masonry = layout === 'picture' && appearance.pictureViewMasonry
  const varies =
    masonry ||
    layout === 'social' ||
    (density === 'comfortable' && (layout === 'article' || layout === 'audio'))
  const shape = useMemo(
    (): ShapeOptions => ({ layout, density, width, rem, grouped }),
    [layout, density, width, rem, grouped],
  )
  const uniform = useMemo(() => shapeOf(shape), [shape])
  const listId = `${view} ${sourceKey(all.location.source)} ${all.oldestFirst}`
  const currentRow = indexOfId(ids, all.currentId ?? '')
  const lastRendered = useRef<Window | null>(null)
  const heights = useRowHeights(
    varies ? `${listId} ${layout} ${density} ${width} ${rem} ${masonry}` : '',
    ids,
    varies ? [lastRendered.current ?? FIRST_ROWS, { from: currentRow, to: currentRow }] : noRows,
    all.summaries,
    (summary) =>
      measured ? 0 : heightOfRow(summary, { ...shape, columns: uniform.columns, masonry, images }),
  )
  const geometry = useMemo(
    () => layOut(spans, varies ? { ...uniform, heights: heights.px } : uniform),
    [spans, uniform, varies, heights.px],
  )
  const current = useMemo(() => indexOfId(ids, all.currentId ?? ''), [ids, all.currentId])
  const rendered = useWindow(geometry, viewport, {
    list: listId,
    // Changes with the entry only, not with the shape: the user may have scrolled away from the current row.
    id: all.currentId,
    row: current,
    keyAt: (row) => ids[row],
    rowOf: (key) => ids.indexOf(key as bigint),
  })
  // In masonry each cell's place depends on the heights before it: none is drawn at a place that it would leave at once.
  const settledUntil = masonry ? firstUnsettled(rendered, ids, heights.px, all.summaries) : ids.length
  const settledRows = lastRendered.current
  lastRendered.current = rendered
  // Rows that were jumped to: their heights are settled before they are painted.
  const [, settleAgain] = useReducer((count: number) => count + 1, 0)
  useLayoutEffect(() => {
    if (varies && !measured && settledRows && isElsewhere(settledRows, rendered)) settleAgain()
  }, [varies, measured, settledRows, rendered])
  useMeasuredRows(box, ids, rendered, measured ? all.summaries : null, heights, viewport)
  useImages(grid || appearance.thumbnailRatio === 'original', ids, rendered, all.summaries, images)
  useGridKeys(geometry, current)
  useMarkOnScroll(ids, geometry, viewport)
  const pointerHandlers = usePointerRest(viewport, restOnRow)
  useRowLoading(ids, rendered, all.summaries, requestRows)
  useStoryLoading(ids, rendered, all.stories, all.summaries, requestRows)
  // Not a prop of the rows: rows must not render again because the list grows.
  useLayoutEffect(() => {
    const size = String(ids.length)
    for (const row of box.current?.querySelectorAll('.entry-row') ?? [])
      if (row.ariaSetSize !== size) row.ariaSetSize = size
  }, [ids, rendered])
  useEffect(() => {
    if (ids.length > 0 && rendered.to >= ids.length - NEAR_END) requestOlder()
  }, [ids, rendered, requestOlder])

  useEffect(() => {
    if (measured) requestPosts(idsIn(ids, rendered.from, rendered.to))
  }, [measured, ids, rendered, requestPosts])

  const { isTranslating } = all
  useEffect(() => {
    if (isTranslating) reportDrawn(idsIn(ids, rendered.from, rendered.to))
  }, [isTranslating, ids, rendered, reportDrawn])

  const click = useCallback(
    (entry: string, event: MouseEvent) =>
      invoke({ id: commandOfClick(event), source: 'button', args: { entry } }),
    [invoke],
  )
  const highlightsOf = (id: string) => all.highlights.get(id)?.length ?? 0
  const { source: place } = all.location
  const query = place.kind === 'search' ? place.query : ''
  const [found, setFound] = useState(noHits)
  const [cells, setCells] = useState(noCells)
  const columnsOfRows = all.columns.length > 0 ? all.columns : undefined
  const hitsOf = (id: string) => (found.query === query ? found.rows.get(id) : undefined)
  const rowLabels = useRowLabels()
  const selecting = all.selection.ids.size > 0
  const labels = useMemo(
    () => ({
      today: t('common:time.today'),
      yesterday: t('common:time.yesterday'),
      untitled: t('entry.untitled'),
      play: t('entry.play'),
      entries: t('timeline.entries'),
      highlights: (count: number) => (count > 0 ? t('timeline.highlights', { count }) : ''),
    }),
    [t],
  )
  const { columns, headerHeight } = geometry.shape

  return (
    <div
      ref={box}
      className="entry-list"
      role="presentation"
      data-layout={layout}
      data-density={density}
      data-thumbnail={appearance.thumbnailRatio}
      data-masonry={masonry || undefined}
      data-by-source={groups[0]?.feedId !== undefined || undefined}
      data-dim={all.general.dimRead || undefined}
      style={{ height: heightOf(geometry) }}
      onErrorCapture={(event) => (event.target as Element).setAttribute('data-failed', '')}
      {...pointerHandlers}
    >
      {query !== '' && (
        <Suspense fallback={null}>
          <RowHits query={query} ids={ids} rendered={rendered} found={found} onFound={setFound} />
        </Suspense>
      )}
      {columnsOfRows && (
        <Suspense fallback={null}>
          <RowCells
            columns={columnsOfRows}
            ids={ids}
            rendered={rendered}
            summaries={all.summaries}
            onChange={setCells}
          />
        </Suspense>
      )}
      {spans.slice(rendered.firstSpan, rendered.lastSpan + 1).map((span, offset) => {
        const at = rendered.firstSpan + offset
        const { day, feedId } = groups[at] ?? {}
        const from = Math.max(span.from, rendered.from)
        const date = day === undefined ? '' : formatDay(day, currentTime(), i18n.language, labels)
        const count = span.to - span.from
        const source = feedId === undefined ? '' : entrySourceTitle(feedId, all)
        const label = source ? t('timeline.sourceGroup', { source, date, count }) : date || labels.entries
        return (
          <div
            key={day === undefined ? 'all' : `${day} ${feedId ?? ''}`}
            className="entry-span"
            role="group"
            aria-label={label}
            style={{
              top: geometry.tops[at],
              height: (geometry.tops[at + 1] ?? 0) - (geometry.tops[at] ?? 0),
            }}
          >
            {day !== undefined && (
              <div className="entry-day" style={{ height: headerHeight }} aria-hidden="true">
                {source && feedId !== undefined ? (
                  <>
                    <Avatar
                      src={all.feeds.get(feedId)?.image ?? null}
                      name={siteOf(all.feeds.get(feedId), source)}
                      size="small"
                    />
                    <span className="entry-day-source" dir="auto">
                      {source}
                    </span>
                    <span className="entry-day-count">{count}</span>
                    <span className="bar-gap" />
                    <span className="entry-day-date">{date}</span>
                  </>
                ) : (
                  label
                )}
              </div>
            )}
            {idsIn(ids, from, Math.min(span.to, rendered.to)).map((id, index) => {
              const row = from + index
              const summary = all.summaries.get(id)
              const feed = summary && all.feeds.get(summary.feedId)
              // The first row of a day extends below the sticky day header, so that there is no gap between two days.
              const coveredHeight = row === span.from ? headerHeight : 0
              const story = storyOfRow(id, all)
              const translation = all.translations.get(id)
              return (
                <EntryRow
                  key={id}
                  id={id}
                  layout={layout}
                  density={density}
                  summary={summary}
                  feedName={story.feedNames || (summary ? entrySourceTitle(summary.feedId, all) : '')}
                  feedImage={feed?.image ?? null}
                  feedSite={siteOf(feed, summary ? entrySourceTitle(summary.feedId, all) : '')}
                  read={story.isRead ?? (all.statuses.get(id) ?? summary)?.read ?? false}
                  storyFeeds={story.feeds}
                  storyLabel={
                    story.feeds > 0
                      ? t('timeline.storyFeeds', { count: story.feeds, names: story.feedNames })
                      : ''
                  }
                  storyOpen={story.isOpen}
                  inStory={story.isPart}
                  starred={((all.statuses.get(id) ?? summary)?.starredAt ?? null) !== null}
                  labels={rowLabels((all.statuses.get(id) ?? summary)?.labels)}
                  highlights={highlightsOf(id)}
                  highlightsLabel={labels.highlights(highlightsOf(id))}
                  columns={columnsOfRows}
                  cells={columnsOfRows && cells.get(id)}
                  hits={hitsOf(id)}
                  current={id === all.currentId}
                  position={row + 1}
                  underDay={day !== undefined}
                  top={headerHeight - coveredHeight + topInSpan(geometry, at, row)}
                  height={measured && summary ? null : rowHeightOf(geometry, row) + coveredHeight}
                  lines={linesOfRow(rowHeightOf(geometry, row), shape)}
                  thumbnailWidth={
                    layout === 'article' && summary
                      ? thumbnailWidth(summary, appearance.thumbnailRatio, images)
                      : undefined
                  }
                  coveredHeight={coveredHeight}
                  settled={row < settledUntil}
                  left={columns === 1 ? 0 : columnOf(geometry, row) / columns}
                  width={1 / columns}
                  title={translation?.title}
                  titleLanguage={translation?.language}
                  untitled={labels.untitled}
                  play={labels.play}
                  selected={selecting ? all.selection.ids.has(id) : null}
                  onClick={click}
                />
              )
            })}
          </div>
        )
      })}
    </div>
  )
})
