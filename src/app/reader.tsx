/** The three panes: their widths, and which of them are visible in this window. */
import { useStoreMap, useUnit } from 'effector-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { $startupIdle } from '../model/app/index.ts'
import { $layout, type Pane } from '../model/layout/index.ts'
import { $location, $view, type ReaderLocation } from '../model/location/index.ts'
import { $appearance, settingChanged } from '../model/settings/index.ts'
import { Subscriptions } from '../features/subscriptions/index.ts'
import { Timeline } from '../features/timeline/index.ts'
import { useTranslation } from '../ui/index.ts'
import { Columns, type Column } from './columns.tsx'
import { $pane, focusPane } from './focus.ts'
import { visiblePanes } from './visible-panes.ts'
import { useWindowWidth } from './window-width.ts'

const Entry = lazy(async () => ({ default: (await import('../features/entry/index.ts')).Entry }))

/** px */
const COLUMN = { minWidth: 180, maxWidth: 480 }
const LIST = { minWidth: 260, maxWidth: 720 }
const ENTRY_MIN_WIDTH = 280

// Created once: focus changes render the reader again, and identical elements keep React from rendering the panes again.
const subscriptions = <Subscriptions />
const timeline = <Timeline />
const entry = <EntryPane />

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

export function Reader() {
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
  const first = useRef(pane)
  useEffect(() => takeFocus(first.current), [])
  const shown = visiblePanes({ layout, pane, view, entryOpen, width })
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
  return (
    <Columns
      columns={columns}
      onResized={(id, value) =>
        change({ tab: 'appearance', key: id === 'timeline' ? 'entryColWidth' : 'feedColWidth', value })
      }
    />
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
