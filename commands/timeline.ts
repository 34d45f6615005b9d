/** Commands on the timeline. */
import {
  densityStepped,
  endReached,
  entryStepped,
  gridStepped,
  newEntriesShown,
  orderToggled,
  refreshRequested,
  unreadOnlyToggled,
  $unreadOnly,
  $storyOfEntry,
  storyToggled,
  type GridDirection,
} from '../src/model/timeline/index.ts'
import { readingRequested } from '../src/model/reading/index.ts'
import { postsToggled } from '../src/model/posts/index.ts'
import { entryIdsOf } from './command-args.ts'
import { commandGroup, trigger, triggerFrom } from './define-command.ts'

const inTimeline = ['timeline']
/** Keys pressed while a list loads take effect once its rows are loaded. */
const IN_LIST = 'entries > 0 || listLoading'
/** Number of entries that a page key moves by. */
const PAGE = 10
/** Home, End and the page keys move the selection as j and k do, in place of the browser's own scrolling. */
const jump = (by: number, ...keys: string[]) => ({
  kind: 'motion' as const,
  bindings: keys.map((one) => ({ keys: one, where: inTimeline })),
  needs: IN_LIST,
  keysOnly: true,
  run: trigger(entryStepped, () => ({ by })),
})

/** In a grid the arrow keys move by lines and columns. */
const gridStep = (direction: GridDirection, ...keys: string[]) => ({
  kind: 'motion' as const,
  bindings: keys.map((one) => ({ keys: one, where: inTimeline, when: 'grid' })),
  needs: `(${IN_LIST}) && grid`,
  keysOnly: true,
  repeats: true,
  takesCount: true,
  run: trigger(gridStepped, ({ count }) => ({ direction, count })),
})

export const timelineCommands = commandGroup('timeline', {
  refetch: {
    kind: 'view',
    bindings: [{ keys: 'r', where: ['timeline', 'subscription-list'], when: '!newEntries' }],
    icon: 'refresh',
    run: trigger(refreshRequested, () => {}),
  },
  // The same key that found them.
  'show-new': {
    kind: 'view',
    bindings: [{ keys: 'r', where: ['timeline', 'subscription-list'], when: 'newEntries' }],
    needs: 'newEntries',
    icon: 'refresh',
    run: trigger(newEntriesShown, () => {}),
  },
  'unread-only': {
    kind: 'view',
    bindings: [{ keys: 'u', where: ['timeline', 'subscription-list'] }],
    // A reading list keeps its read entries, so that it can be finished.
    needs: "source != 'reading-list'",
    icon: 'filter',
    currentTitle: $unreadOnly.map((isOn) => ({
      key: isOn ? 'app:toggles.unreadOnlyOff' : 'app:toggles.unreadOnlyOn',
    })),
    run: trigger(unreadOnlyToggled, () => {}),
  },
  'switch-to-next': {
    kind: 'motion',
    bindings: ['j', 'ArrowDown'].map((keys) => ({ keys, where: inTimeline, when: '!grid' })),
    needs: IN_LIST,
    keysOnly: true,
    repeats: true,
    takesCount: true,
    run: trigger(entryStepped, ({ count }) => ({ by: count })),
  },
  'switch-to-previous': {
    kind: 'motion',
    bindings: ['k', 'ArrowUp'].map((keys) => ({ keys, where: inTimeline, when: '!grid' })),
    needs: IN_LIST,
    keysOnly: true,
    repeats: true,
    takesCount: true,
    run: trigger(entryStepped, ({ count }) => ({ by: -count })),
  },
  'switch-to-first': jump(-Infinity, 'Home', 'g g'),
  'switch-to-last': jump(Infinity, 'End', 'Shift+g'),
  'page-down': { ...jump(PAGE, 'PageDown'), repeats: true },
  'page-up': { ...jump(-PAGE, 'PageUp'), repeats: true },
  'grid-down': gridStep('down', 'j', 'ArrowDown'),
  'grid-up': gridStep('up', 'k', 'ArrowUp'),
  'grid-right': gridStep('right', 'l', 'ArrowRight'),
  'grid-left': gridStep('left', 'h', 'ArrowLeft'),
  /** Enter opens the pictures of a cell; the entry itself is one more Enter away. */
  'open-pictures': {
    kind: 'dialog',
    bindings: [{ keys: 'Enter', where: inTimeline, when: 'view == 2 && grid' }],
    needs: 'entry',
    keysOnly: true,
    run: trigger(readingRequested, () => 'open-pictures' as const),
  },
  density: {
    kind: 'view',
    bindings: [{ keys: 'Shift+d', where: ['timeline', 'subscription-list'] }],
    icon: 'appearance',
    run: trigger(densityStepped, () => {}),
  },
  'oldest-first': {
    kind: 'view',
    bindings: [{ keys: 'Shift+r', where: ['timeline', 'subscription-list'] }],
    run: trigger(orderToggled, () => {}),
  },
  'toggle-post': {
    kind: 'view',
    bindings: [{ keys: 'e', where: inTimeline, when: 'view == 1' }],
    target: 'entries',
    targetNeeds: 'entry',
    run: trigger(postsToggled, ({ args }) => entryIdsOf(args)),
  },
  'toggle-story': {
    kind: 'view',
    bindings: [{ keys: 'z', where: ['timeline', 'entry-render'] }],
    target: 'entries',
    targetNeeds: 'story',
    icon: 'list',
    run: triggerFrom($storyOfEntry, storyToggled, (stories, { args }) => {
      const entryId = entryIdsOf(args).find((id) => stories.has(id))
      return entryId === undefined ? undefined : { entryId }
    }),
  },
  'load-older': { kind: 'view', needs: 'online', icon: 'history', run: trigger(endReached, () => {}) },
})
