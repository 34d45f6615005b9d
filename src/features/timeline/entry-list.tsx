/** The list itself: a window of rows over a long run of ids, each at a place that is known before it is drawn. */
import { useUnit } from 'effector-react'
import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { views } from '../../contract/views.ts'
import {
  $appearance,
  $currentEntryId,
  $feeds,
  $general,
  $groups,
  $entrySummaries,
  $listed,
  $location,
  $statuses,
  $subscriptions,
  endReached,
  entryOpened,
  idsIn,
  indexOfId,
  rowHovered,
  rowsRequested,
  sourceKey,
  type DayGroup,
} from '../../model/index.ts'
import { useTranslation } from '../../ui/index.ts'
import { formatDay } from './format-day.ts'
import { EntryRow } from './entry-row.tsx'
import { heightOf, layOut, topInSpan, useWindow, type Span, type Viewport } from '../../ui/long-list/index.ts'
import { shapeOf } from './row-shape.ts'
import { useMarkOnScroll } from './use-mark-on-scroll.ts'
import { useRowLoading } from './use-row-loading.ts'

/** Rows before the end at which older ones are asked for. */
const NEAR_END = 40

const noGroups: readonly DayGroup[] = []
/** ms since 1970; today becomes yesterday with whatever draws the list next. */
const present = () => Date.now()

export const EntryList = memo(function EntryList({ viewport }: { readonly viewport: Viewport }) {
  const { t, i18n } = useTranslation()
  const all = useUnit({
    listed: $listed,
    groups: $groups,
    heads: $entrySummaries,
    statuses: $statuses,
    feeds: $feeds,
    subscriptions: $subscriptions,
    currentId: $currentEntryId,
    place: $location,
    appearance: $appearance,
    general: $general,
  })
  const [wanted, ended, opened, hoveredOver] = useUnit([rowsRequested, endReached, entryOpened, rowHovered])
  const { ids } = all.listed
  const { view } = all.place
  // Pictures stand beside each other; days of one picture each would leave the rest of every line empty.
  const grid = views[view] === 'picture' || views[view] === 'video'
  // Drawn again when it changes (useWindow).
  const width = grid ? viewport.seen.width : 0
  const groups = grid ? noGroups : all.groups
  const grouped = groups.length > 0
  const spans = useMemo(
    (): readonly Span[] => (groups.length > 0 ? groups : ids.length > 0 ? [{ from: 0, to: ids.length }] : []),
    [groups, ids],
  )
  const geometry = useMemo(
    () => layOut(spans, shapeOf(view, width, all.appearance.uiTextSize, grouped)),
    [spans, view, width, all.appearance.uiTextSize, grouped],
  )
  const current = useMemo(() => indexOfId(ids, all.currentId ?? ''), [ids, all.currentId])
  const drawn = useWindow(geometry, viewport, {
    list: `${view} ${sourceKey(all.place.source)}`,
    // Not when the shape changes under a list at rest: the person may have scrolled away from the current row.
    id: all.currentId,
    row: current,
  })
  useMarkOnScroll(ids, geometry, viewport)
  useRowLoading(ids, drawn, all.heads, wanted)
  const box = useRef<HTMLDivElement>(null)
  // Not each row's own: none is drawn anew because others join the list.
  useLayoutEffect(() => {
    const size = String(ids.length)
    for (const row of box.current?.querySelectorAll('.entry-row') ?? [])
      if (row.ariaSetSize !== size) row.ariaSetSize = size
  }, [ids, drawn])
  useEffect(() => {
    if (ids.length > 0 && drawn.to >= ids.length - NEAR_END) ended()
  }, [ids, drawn, ended])

  const open = useCallback((id: string) => opened({ id, source: 'pointer' }), [opened])
  const hovered = useRef<string | null>(null)
  const words = useMemo(
    () => ({
      today: t('common:time.today'),
      yesterday: t('common:time.yesterday'),
      untitled: t('entry.untitled'),
      entries: t('timeline.entries'),
    }),
    [t],
  )
  const { columns, rowHeight, headerHeight } = geometry.shape

  return (
    <div
      ref={box}
      className="entry-list"
      role="presentation"
      data-view={views[view]}
      data-dim={all.general.dimRead || undefined}
      style={{ height: heightOf(geometry) }}
      onErrorCapture={(event) => (event.target as Element).setAttribute('data-failed', '')}
      onPointerMove={(event) => {
        const id = (event.target as Element).closest<HTMLElement>('[data-entry-id]')?.dataset.entryId
        if (!id || id === hovered.current) return
        hovered.current = id
        hoveredOver(id)
      }}
    >
      {spans.slice(drawn.firstSpan, drawn.lastSpan + 1).map((span, offset) => {
        const at = drawn.firstSpan + offset
        const day = groups[at]?.day
        const from = Math.max(span.from, drawn.from)
        const label = day === undefined ? words.entries : formatDay(day, present(), i18n.language, words)
        return (
          <div
            key={day ?? 'all'}
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
                {label}
              </div>
            )}
            {idsIn(ids, from, Math.min(span.to, drawn.to)).map((id, place) => {
              const row = from + place
              const head = all.heads.get(id)
              const feed = head && all.feeds.get(head.feedId)
              // The first row of a day reaches up under the day's name, which covers it: between two days is no gap.
              const under = row === span.from ? headerHeight : 0
              return (
                <EntryRow
                  key={id}
                  id={id}
                  view={view}
                  head={head}
                  feedName={
                    (head && all.subscriptions.get(`feed/${head.feedId}`)?.title) ||
                    feed?.title ||
                    feed?.url ||
                    ''
                  }
                  feedImage={feed?.image ?? null}
                  read={(all.statuses.get(id) ?? head)?.read ?? false}
                  starred={((all.statuses.get(id) ?? head)?.starredAt ?? null) !== null}
                  current={id === all.currentId}
                  place={row + 1}
                  top={headerHeight - under + topInSpan(geometry, at, row)}
                  height={rowHeight + under}
                  under={under}
                  left={columns === 1 ? 0 : ((row - span.from) % columns) / columns}
                  width={1 / columns}
                  untitled={words.untitled}
                  onOpen={open}
                />
              )
            })}
          </div>
        )
      })}
    </div>
  )
})
