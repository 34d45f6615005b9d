/** The three panes: how wide they are, and which of them show on this window. */
import { useStoreMap, useUnit } from 'effector-react'
import { useEffect } from 'react'
import { Group, Panel, Separator, type Layout as Widths } from 'react-resizable-panels'
import { useTranslation } from 'react-i18next'
import { $appearance, $layout, $place, settingChanged } from '../model/index.ts'
import { Entry } from '../panes/entry/index.ts'
import { Subscriptions } from '../panes/subscriptions/index.ts'
import { Timeline } from '../panes/timeline/index.ts'
import { $pane, focusPane } from './focus.ts'
import { panesShown } from './panes-shown.ts'
import { useWindowWidth } from './window-width.ts'

/** px */
const COLUMN = { least: 180, most: 480 }
const LIST = { least: 260, most: 720 }

/** The keys are the list's from the first moment; a field or dialog that has them keeps them. */
function takeFocus(): void {
  if (document.activeElement === document.body) focusPane('timeline', 0)
}

export function Reader() {
  const { t } = useTranslation()
  const { layout, pane, appearance, change } = useUnit({
    layout: $layout,
    pane: $pane,
    appearance: $appearance,
    change: settingChanged,
  })
  // Not the whole place: the panes' frame has nothing to do with which entry is open.
  const view = useStoreMap({ store: $place, keys: [], fn: (place) => place.view })
  const entryOpen = useStoreMap({ store: $place, keys: [], fn: (place) => place.entryId !== null })
  const width = useWindowWidth()
  useEffect(takeFocus, [])
  const shown = panesShown({ layout, pane, view, entryOpen, width })
  const alone = shown.size === 1
  const keepWidths = (widths: Widths, { isUserInteraction }: { isUserInteraction: boolean }) => {
    if (!isUserInteraction) return
    const all = window.innerWidth / 100
    if (shown.has('subscription-list') && !alone)
      change({ tab: 'appearance', key: 'feedColWidth', value: Math.round((widths.subscriptions ?? 0) * all) })
    if (shown.has('timeline') && shown.has('entry-render'))
      change({ tab: 'appearance', key: 'entryColWidth', value: Math.round((widths.timeline ?? 0) * all) })
  }
  return (
    <Group className="reader" id="reader" orientation="horizontal" onLayoutChanged={keepWidths}>
      {shown.has('subscription-list') && (
        <Panel
          id="subscriptions"
          {...(alone
            ? {}
            : {
                defaultSize: appearance.feedColWidth,
                minSize: COLUMN.least,
                maxSize: COLUMN.most,
                groupResizeBehavior: 'preserve-pixel-size' as const,
              })}
        >
          <Subscriptions />
        </Panel>
      )}
      {shown.has('subscription-list') && !alone && (
        <Separator id="after-subscriptions" aria-label={t('shell.resizeSubscriptions')} />
      )}
      {shown.has('timeline') && (
        <Panel
          id="timeline"
          {...(shown.has('entry-render')
            ? {
                defaultSize: appearance.entryColWidth,
                minSize: LIST.least,
                maxSize: LIST.most,
                groupResizeBehavior: 'preserve-pixel-size' as const,
              }
            : {})}
        >
          <Timeline />
        </Panel>
      )}
      {shown.has('timeline') && shown.has('entry-render') && (
        <Separator id="after-timeline" aria-label={t('shell.resizeTimeline')} />
      )}
      {shown.has('entry-render') && (
        <Panel id="entry" minSize={280}>
          <Entry />
        </Panel>
      )}
    </Group>
  )
}
