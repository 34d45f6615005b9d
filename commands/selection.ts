/** Selecting entries in the list and subscriptions in the tree. Other commands act on what is selected. */
import { combine, createEffect } from 'effector'
import { $currentEntryId } from '../src/model/entries/index.ts'
import {
  allSelected,
  allSubscriptionsSelected,
  selectionCleared,
  selectionExtended,
  selectionStepped,
  selectionToggled,
  subscriptionRangeExtended,
  subscriptionSelectionCleared,
  subscriptionToggled,
} from '../src/model/selection/index.ts'
import { $currentRow } from '../src/model/subscriptions/index.ts'
import type { Argument, CommandCall } from '../src/core/index.ts'
import { commandGroup, trigger, triggerFrom } from './define-command.ts'

const inTimeline = ['timeline']
const inEntries = ['timeline', 'entry-render']
const inTree = ['subscription-list']

/** The open entry, or the subscription under the cursor, by default. */
const entryArgument: Argument = { name: 'entry', title: 'ask.entry', type: 'entry', optional: true }
const subscriptionArgument: Argument = {
  name: 'subscription',
  title: 'ask.subscription',
  type: 'subscription',
  optional: true,
}
const $current = combine({ entry: $currentEntryId, row: $currentRow })
type Current = ReturnType<typeof $current.getState>

const entryOf = ({ entry }: Current, { args }: CommandCall) => {
  const id = args['entry'] ?? entry
  return typeof id === 'string' ? { id } : undefined
}
const subscriptionOf = ({ row }: Current, { args }: CommandCall) => {
  const id = args['subscription'] ?? row?.subscriptionId
  return typeof id === 'string' ? { id } : undefined
}
const step = (key: string, by: number) => ({
  kind: 'motion' as const,
  bindings: [{ keys: key, where: inTimeline }],
  needs: 'entries > 0',
  keysOnly: true,
  repeats: true,
  takesCount: true,
  run: trigger(selectionStepped, ({ count }) => ({ by: by * count })),
})

export const selectionCommands = commandGroup('selection', {
  toggle: {
    kind: 'motion',
    bindings: [{ keys: 'x', where: inEntries }],
    args: [entryArgument],
    icon: 'done',
    run: triggerFrom($current, selectionToggled, entryOf),
  },
  extend: {
    kind: 'motion',
    bindings: [{ keys: 'Shift+x', where: inEntries }],
    args: [entryArgument],
    run: triggerFrom($current, selectionExtended, entryOf),
  },
  'extend-down': step('Shift+ArrowDown', 1),
  'extend-up': step('Shift+ArrowUp', -1),
  all: {
    kind: 'motion',
    bindings: [{ keys: '$mod+a', where: inTimeline }],
    needs: 'entries > 0',
    run: trigger(allSelected, () => {}),
  },
  clear: {
    kind: 'motion',
    bindings: [
      { keys: 'Escape', where: inTimeline, when: 'selected' },
      { keys: 'Escape', where: inTree, when: 'selectedSubscriptions' },
    ],
    needs: 'selected || selectedSubscriptions',
    icon: 'close',
    run: createEffect((_: CommandCall) => {
      selectionCleared()
      subscriptionSelectionCleared()
    }),
  },
  'toggle-subscription': {
    kind: 'motion',
    bindings: [{ keys: 'x', where: inTree }],
    args: [subscriptionArgument],
    run: triggerFrom($current, subscriptionToggled, subscriptionOf),
  },
  'extend-subscriptions': {
    kind: 'motion',
    bindings: [{ keys: 'Shift+x', where: inTree }],
    args: [subscriptionArgument],
    run: triggerFrom($current, subscriptionRangeExtended, subscriptionOf),
  },
  'all-subscriptions': {
    kind: 'motion',
    bindings: [{ keys: '$mod+a', where: inTree }],
    run: trigger(allSubscriptionsSelected, () => {}),
  },
})
