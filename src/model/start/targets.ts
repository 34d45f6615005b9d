/** The default targets of commands. */
import { combine, sample } from 'effector'
import type { Targets } from '../../core/index.ts'
import { appStarted } from '../app/events.ts'
import { targetsChanged } from '../app/registry.ts'
import { $lastPane } from '../layout/index.ts'
import { $currentEntryId } from '../entries/index.ts'
import { $source, $view } from '../location/index.ts'
import { $selection, $subscriptionSelection } from '../selection/index.ts'
import { $general } from '../settings/index.ts'
import {
  $currentPageRow,
  $currentRow,
  $subscriptionIndex,
  subscriptionIdsOf,
} from '../subscriptions/index.ts'
import { idsIn, indexOfId } from '../timeline/ids.ts'
import { $timelineIds } from '../timeline/rows.ts'

const $targetSource = combine({
  pane: $lastPane,
  row: $currentRow,
  page: $currentPageRow,
  source: $source,
  view: $view,
  index: $subscriptionIndex,
  autoGroup: $general.map(({ autoGroup }) => autoGroup),
  timeline: $timelineIds,
  currentEntryId: $currentEntryId,
  selection: $selection,
  subscriptionSelection: $subscriptionSelection,
})

sample({
  clock: [appStarted, $targetSource],
  source: $targetSource,
  fn: ({
    pane,
    row,
    page,
    source,
    view,
    index,
    autoGroup,
    timeline,
    currentEntryId,
    selection,
    subscriptionSelection,
  }): Targets => {
    // In the tree the row under the cursor; elsewhere the current location.
    const target = pane === 'subscription-list' && row ? row.source : source
    const isOnPage = pane === 'subscription-list' && page !== null
    return {
      entries: (count) => {
        if (selection.ids.size > 0) return [...selection.ids]
        if (currentEntryId === null) return undefined
        const at = count > 1 ? indexOfId(timeline.ids, currentEntryId) : -1
        return at === -1 ? [currentEntryId] : idsIn(timeline.ids, at, at + count)
      },
      subscriptions: () => {
        if (pane === 'subscription-list' && subscriptionSelection.ids.size > 0)
          return [...subscriptionSelection.ids]
        return isOnPage ? undefined : subscriptionIdsOf(target, { index, view, autoGroup })
      },
      category: () => (target.kind === 'folder' && !isOnPage ? target.name : undefined),
      view: () => view,
    }
  },
  target: targetsChanged,
})
