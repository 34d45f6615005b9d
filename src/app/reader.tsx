/** The panes: their widths, and which of them are visible in this window. */
import { useProvidedScope, useStoreMap, useUnit } from 'effector-react'
import type { Scope } from 'effector'
import {
  lazy,
  memo,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { $startupIdle } from '../model/app/index.ts'
import { toReaderPath } from '../core/base-path.ts'
import type { Position } from '../model/jumps/index.ts'
import { $lastPane, $layout, scrollRestored, type Pane } from '../model/layout/index.ts'
import { $location, $view, isTimeline, toPath, type ReaderLocation } from '../model/location/index.ts'
import { $appearance, settingChanged } from '../model/settings/index.ts'
import { Subscriptions } from '../features/subscriptions/index.ts'
import { Timeline } from '../features/timeline/index.ts'
import { useTranslation } from '../ui/index.ts'
import { Columns, type Column } from './columns.tsx'
import { $pane, focusPane } from './focus.ts'
import { loadEntryTranslations, loadScreenTranslations } from './i18n.ts'
import { positionAt, restoreScroll } from './jumps.ts'
import { visiblePanes, visibleWithPage } from './visible-panes.ts'
import { useWindowWidth } from './window-width.ts'

const Entry = lazy(async () => {
  const [{ Entry: Pane }] = await Promise.all([import('../features/entry/index.ts'), loadEntryTranslations()])
  return { default: Pane }
})

/** px */
const COLUMN = { minWidth: 180, maxWidth: 480 }
const LIST = { minWidth: 260, maxWidth: 720 }
const ENTRY_MIN_WIDTH = 280
const PAGE_MIN_WIDTH = 320

// Created once: focus changes render the reader again, and identical elements keep React from rendering the panes again.
const subscriptions = <Subscriptions pages={<Pages />} />
const entry = <EntryPane />

const isColumn = (pane: string) => pane === 'subscription-list'
const isEntryOpen = ({ entryId }: ReaderLocation): boolean => entryId !== null

/**
 * Focuses the pane that the address opened, else the list, or the subscriptions where only they are shown, in the first frame, unless a field or dialog has the focus. Not earlier, because focusing forces layout,
 * which would run during the render.
 */
function takeFocus(first: Pane): () => void {
  const frame = requestAnimationFrame(() => {
    for (const pane of [first, 'timeline', 'subscription-list'])
      if (document.activeElement === document.body) focusPane(pane, 0)
  })
  return () => cancelAnimationFrame(frame)
}

type ReaderProps = {
  /** The open page, which takes the place of the list and the entry. */
  readonly page?: ReactNode
}

export const Reader = memo(function Reader({ page = null }: ReaderProps) {
  const { t } = useTranslation()
  // Not the whole location: the layout does not depend on the open entry's id.
  const { view, layout, pane, appearance, change } = useUnit({
    view: $view,
    layout: $layout,
    pane: $pane,
    appearance: $appearance,
    change: settingChanged,
  })
  const entryOpen = useStoreMap({ store: $location, keys: [], fn: isEntryOpen })
  const width = useWindowWidth()
  const isColumnFocused = useStoreMap({ store: $lastPane, keys: [], fn: isColumn })
  const isPage = page !== null
  const first = useRef(isPage ? null : pane)
  useEffect(() => (first.current === null ? undefined : takeFocus(first.current)), [])
  const left = useRef<Position>(null)
  const timeline = useMemo(
    () => (
      <>
        <Timeline />
        <KeepPlace left={left} />
      </>
    ),
    [],
  )
  const shown = isPage
    ? shownWithPage(visibleWithPage({ layout, isColumnFocused, width }))
    : visiblePanes({ layout, pane, view, entryOpen, width })
  const columns: Column[] = []
  if (shown.has('subscription-list'))
    columns.push({
      id: 'subscriptions',
      content: subscriptions,
      ...(shown.size > 1 && {
        width: appearance.feedColWidth,
        ...COLUMN,
        separatorLabel: t('shell.resizeSubscriptions'),
      }),
    })
  if (shown.has('timeline'))
    columns.push({
      id: 'timeline',
      content: timeline,
      ...(shown.has('entry-render') && {
        width: appearance.entryColWidth,
        ...LIST,
        separatorLabel: t('shell.resizeTimeline'),
      }),
    })
  if (shown.has('entry-render')) columns.push({ id: 'entry', content: entry, minWidth: ENTRY_MIN_WIDTH })
  if (shown.has('page')) columns.push({ id: 'page', content: page, minWidth: PAGE_MIN_WIDTH })
  return (
    <Columns
      columns={columns}
      onResized={(id, value) =>
        change({ tab: 'appearance', key: id === 'timeline' ? 'entryColWidth' : 'feedColWidth', value })
      }
    />
  )
})

const shownWithPage = ({ column, page }: ReturnType<typeof visibleWithPage>): ReadonlySet<Pane | 'page'> =>
  new Set([...(column ? (['subscription-list'] as const) : []), ...(page ? (['page'] as const) : [])])

/**
 * Stands in the list's pane. Where a page takes its place, the list and the entry are scrolled as they were when they
 * return, unless the user went to another list meanwhile.
 */
function KeepPlace({ left }: { readonly left: { current: Position | null } }) {
  const scope = useProvidedScope() as Scope
  const restoreList = useUnit(scrollRestored)
  useLayoutEffect(() => {
    const position = left.current
    left.current = null
    const isSame = position && toPath(position.location) === toPath(scope.getState($location))
    const stop = isSame ? restoreScroll(position) : undefined
    restoreList({})
    return () => {
      stop?.()
      if (isTimeline(toReaderPath(window.location.pathname))) return
      left.current = positionAt(scope.getState($location))
      restoreList({ timeline: left.current.list })
    }
  }, [left, restoreList, scope])
  return null
}

const PageRows = lazy(async () => {
  const [{ PageRows: Rows }] = await Promise.all([
    import('../features/subscriptions/page-rows.tsx'),
    loadScreenTranslations(),
  ])
  return { default: Rows }
})

/** The rows of pages are of no use to the first list: they load after it. */
function Pages() {
  const idle = useUnit($startupIdle)
  return (
    idle && (
      <Suspense fallback={null}>
        <PageRows />
      </Suspense>
    )
  )
}

/** The pane is rendered from the start. The code that renders an entry loads with the first entry, or after startup. */
function EntryPane() {
  const { t } = useTranslation()
  const opened = useStoreMap({ store: $location, keys: [], fn: isEntryOpen })
  const idle = useUnit($startupIdle)
  const empty = (
    <section
      className="pane entry"
      data-focus-area="entry-render"
      aria-label={t('entry.label')}
      // What an address opens has the focus before its code is loaded.
      tabIndex={-1}
    />
  )
  // Stays mounted after the entry is closed.
  const [wanted, want] = useState(false)
  if ((opened || idle) && !wanted) want(true)
  if (!wanted) return empty
  return (
    <Suspense fallback={empty}>
      <Entry />
    </Suspense>
  )
}
