/** The three panes: how wide they are, and which of them show on this window. */
import { useStoreMap, useUnit } from 'effector-react'
import { createElement, useEffect } from 'react'
import {
  $appearance,
  $firstMomentsOver,
  $layout,
  $place,
  $view,
  settingChanged,
  type Place,
} from '../model/index.ts'
import { Subscriptions } from '../features/subscriptions/index.ts'
import { Timeline } from '../features/timeline/index.ts'
import { useTranslation } from '../ui/index.ts'
import type { Column } from './column.ts'
import { Columns } from './columns.tsx'
import { $besideDue } from './first-list.ts'
import { $pane, focusPane } from './focus.ts'
import { panesShown } from './panes-shown.ts'
import { later, useLater } from './use-later.ts'
import { useWindowWidth } from './window-width.ts'

const entryPane = later(async () => (await import('../features/entry/index.ts')).Entry)

/** px */
const COLUMN = { least: 180, most: 480 }
const LIST = { least: 260, most: 720 }
const ENTRY_LEAST = 280

// The very same elements each time: another pane has the keys, or an entry is closed, and none is drawn anew for that.
const subscriptions = <SubscriptionsPane />
const timeline = <Timeline />
const entry = <EntryPane />

const isEntryOpen = ({ entryId }: Place): boolean => entryId !== null

/**
 * The keys are the list's from the first frame; a field or dialog that has them keeps them. Not before: the browser lays
 * out the page to focus something in it, and would do so within the drawing.
 */
function takeFocus(): () => void {
  const frame = requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusPane('timeline', 0)
  })
  return () => cancelAnimationFrame(frame)
}

export function Reader() {
  const { t } = useTranslation()
  // Not the whole place: the panes' frame has nothing to do with which entry is open.
  const { view, layout, pane, appearance, change } = useUnit({
    view: $view,
    layout: $layout,
    pane: $pane,
    appearance: $appearance,
    change: settingChanged,
  })
  const entryOpen = useStoreMap({ store: $place, keys: [], fn: isEntryOpen })
  const width = useWindowWidth()
  useEffect(takeFocus, [])
  const shown = panesShown({ layout, pane, view, entryOpen, width })
  const columns: Column[] = []
  if (shown.has('subscription-list'))
    columns.push({
      id: 'subscriptions',
      content: subscriptions,
      ...(shown.size > 1 && {
        width: appearance.feedColWidth,
        ...COLUMN,
        lineLabel: t('shell.resizeSubscriptions'),
      }),
    })
  if (shown.has('timeline'))
    columns.push({
      id: 'timeline',
      content: timeline,
      ...(shown.has('entry-render') && {
        width: appearance.entryColWidth,
        ...LIST,
        lineLabel: t('shell.resizeTimeline'),
      }),
    })
  if (shown.has('entry-render')) columns.push({ id: 'entry', content: entry, least: ENTRY_LEAST })
  return (
    <Columns
      columns={columns}
      onResized={(id, value) =>
        change({ tab: 'appearance', key: id === 'timeline' ? 'entryColWidth' : 'feedColWidth', value })
      }
    />
  )
}

/** Its place is there from the first moment; what is in it comes when the list has been drawn. */
function SubscriptionsPane() {
  return <Subscriptions empty={!useUnit($besideDue)} />
}

/** Its place is there from the first moment; what draws an entry comes with one, or when the list has been looked at. */
function EntryPane() {
  const { t } = useTranslation()
  const opened = useStoreMap({ store: $place, keys: [], fn: isEntryOpen })
  const over = useUnit($firstMomentsOver)
  const Entry = useLater(entryPane, opened || over)
  if (Entry) return createElement(Entry)
  return <section className="pane entry" data-focus-area="entry-render" aria-label={t('entry.label')} />
}
