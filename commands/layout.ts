/** Panes: which are visible, and which one has the focus. */
import { attach, createEvent, sample } from 'effector'
import { done, type CommandCall } from '../src/core/index.ts'
import { notificationIdOf, notificationsDismissed } from '../src/model/app/index.ts'
import {
  $focusArea,
  $layout,
  focusRequested,
  rowMenuRequested,
  subscriptionColumnToggled,
  wideModeToggled,
  zenModeToggled,
  panes,
} from '../src/model/layout/index.ts'
import { $undoable } from '../src/model/journal/index.ts'
import { $screenLeft, navigationRequested, screenRequested } from '../src/model/location/index.ts'
import { $currentRow } from '../src/model/subscriptions/index.ts'
import { commandGroup, trigger, triggerFrom } from './define-command.ts'

/** From the subscription list, enters the current row instead of the last location. */
const timelineEntered = createEvent<CommandCall>()
sample({
  clock: timelineEntered,
  source: { area: $focusArea, row: $currentRow },
  filter: ({ area, row }) => area === 'subscription-list' && row?.current === false,
  fn: ({ row }) => (row ? { source: row.source } : {}),
  target: navigationRequested,
})
sample({ clock: timelineEntered, fn: () => 'timeline', target: focusRequested })

/** Nothing else on screen says how to leave it. Its keys are those of redo: who has changed something may have meant that. */
const toggleZen = attach({
  source: { layout: $layout, undoable: $undoable },
  effect: ({ layout: { zen }, undoable }, { source }: CommandCall) => {
    zenModeToggled()
    // What says how to leave it is no longer true.
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
    bindings: [{ keys: 'Escape', where: ['sub-layer'] }],
    keysOnly: true,
    run: triggerFrom($screenLeft, screenRequested, (path) => ({ path })),
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
