/** Panes: which are visible, and which one has the focus. */
import { attach, createEvent, sample } from 'effector'
import { done, type CommandCall } from '../src/core/index.ts'
import { notificationIdOf, notificationsDismissed } from '../src/model/app/index.ts'
import {
  $focusArea,
  $layout,
  $pageParent,
  $readingPane,
  focusRequested,
  rowMenuRequested,
  subscriptionColumnToggled,
  wideModeToggled,
  zenModeToggled,
  panes,
} from '../src/model/layout/index.ts'
import { $undoable } from '../src/model/journal/index.ts'
import {
  $coveredScreen,
  $screen,
  $screenLeft,
  isTimeline,
  navigationRequested,
  screenRequested,
} from '../src/model/location/index.ts'
import { $currentPageRow, $currentRow } from '../src/model/subscriptions/index.ts'
import { commandGroup, trigger } from './define-command.ts'

/** From the subscription list, enters the current row instead of the last location. A row of a page opens the page. */
const timelineEntered = createEvent<CommandCall>()
const entered = sample({
  clock: timelineEntered,
  source: { area: $focusArea, row: $currentRow, page: $currentPageRow, screen: $screen },
  fn: ({ area, row, page, screen }) =>
    area === 'subscription-list'
      ? { page, row: row?.current === false || !isTimeline(screen) ? row : null }
      : { page: null, row: null },
})
sample({
  clock: entered.filterMap(({ page }) => (page ? { path: page.path } : undefined)),
  target: screenRequested,
})
sample({
  clock: entered.filterMap(({ row }) => (row ? { source: row.source } : undefined)),
  target: navigationRequested,
})
sample({
  clock: entered.filter({ fn: ({ page }) => page === null }),
  fn: () => 'timeline',
  target: focusRequested,
})

/** To the screen under the one that lies over it, to the page above the open one, or to the reader with the pane that the user came from. */
const screenLeft = createEvent<CommandCall>()
sample({
  clock: screenLeft,
  source: { covered: $coveredScreen, below: $screenLeft, parent: $pageParent },
  fn: ({ covered, below, parent }) => ({ path: covered === null ? (parent ?? below) : below }),
  target: screenRequested,
})
sample({
  clock: screenLeft,
  source: { covered: $coveredScreen, pane: $readingPane, parent: $pageParent },
  // What was covered has its own focus back.
  filter: ({ covered, parent }) => covered === null && parent === null,
  fn: ({ pane }) => pane,
  target: focusRequested,
})

/** Nothing else on screen tells how to leave it. Its keys are those of redo, which the user may have wanted after a change. */
const toggleZen = attach({
  source: { layout: $layout, undoable: $undoable },
  effect: ({ layout: { zen }, undoable }, { source }: CommandCall) => {
    zenModeToggled()
    // The message about leaving it is outdated.
    if (zen) notificationsDismissed([notificationIdOf('layout:toggle-zen-mode')])
    if (zen) return done()
    return done({ key: source === 'keyboard' && undoable ? 'app:panes.zenNotRedo' : 'app:panes.zen' })
  },
})

export const layoutCommands = commandGroup('layout', {
  'toggle-subscription-column': {
    kind: 'view',
    bindings: [{ keys: '$mod+b' }],
    icon: 'sidebar',
    currentTitle: $layout.map(({ subscriptionColumn }) => ({
      key: subscriptionColumn ? 'app:toggles.subscriptionsOff' : 'app:toggles.subscriptionsOn',
    })),
    run: trigger(subscriptionColumnToggled, () => {}),
  },
  'toggle-wide-mode': {
    kind: 'view',
    bindings: [{ keys: '$mod+[' }],
    currentTitle: $layout.map(({ wide }) => ({ key: wide ? 'app:toggles.wideOff' : 'app:toggles.wideOn' })),
    run: trigger(wideModeToggled, () => {}),
  },
  'toggle-zen-mode': {
    kind: 'view',
    bindings: [
      { keys: '$mod+Shift+z', when: '!redoable' },
      { keys: 'Escape', where: ['entry-render'], when: 'zen' },
      { keys: 'Escape', where: ['timeline'], when: 'zen && !selected' },
      { keys: 'Escape', where: ['subscription-list'], when: 'zen && !selectedSubscriptions' },
    ],
    currentTitle: $layout.map(({ zen }) => ({ key: zen ? 'app:toggles.zenOff' : 'app:toggles.zenOn' })),
    run: toggleZen,
  },
  'leave-screen': {
    kind: 'view',
    bindings: [
      { keys: 'Escape', where: ['sub-layer'] },
      { keys: 'Escape', where: ['subscription-list'], when: 'page && !selectedSubscriptions && !zen' },
    ],
    keysOnly: true,
    run: screenLeft,
  },
  'open-menu': {
    kind: 'dialog',
    bindings: ['Shift+F10', 'ContextMenu'].map((keys) => ({ keys, where: panes })),
    icon: 'open-menu',
    run: trigger(rowMenuRequested, () => {}),
  },
  'focus-to-timeline': {
    kind: 'motion',
    bindings: [
      { keys: 'Enter', where: ['subscription-list'] },
      { keys: 'l', where: ['subscription-list'] },
      { keys: 'ArrowRight', where: ['subscription-list'] },
      { keys: 'Backspace', where: ['entry-render'] },
      { keys: 'Escape', where: ['entry-render'], when: '!zen' },
    ],
    run: timelineEntered,
  },
  'focus-to-subscription': {
    kind: 'motion',
    bindings: [
      { keys: 'Backspace', where: ['timeline'] },
      ...['h', 'ArrowLeft'].map((keys) => ({ keys, where: ['timeline'], when: '!grid' })),
      // With a selection Escape clears it first, in zen mode it leaves that, and results of the palette lead back there.
      { keys: 'Escape', where: ['timeline'], when: '!selected && !zen && !results' },
      ...['Backspace', 'h'].map((keys) => ({ keys, where: ['sub-layer'], when: 'page' })),
    ],
    run: trigger(focusRequested, () => 'subscription-list'),
  },
  'focus-to-entry-render': {
    kind: 'motion',
    needs: 'entry',
    bindings: [
      { keys: 'Enter', where: ['timeline'], when: 'view != 2 || !grid' },
      ...['l', 'ArrowRight'].map((keys) => ({ keys, where: ['timeline'], when: '!grid' })),
    ],
    run: trigger(focusRequested, () => 'entry-render'),
  },
})
