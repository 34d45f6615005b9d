/** Commands on the timeline. */
import {
  endReached,
  entryStepped,
  newEntriesShown,
  refreshRequested,
  unreadOnlyToggled,
} from '../src/model/timeline/index.ts'
import { commandGroup, trigger } from './define-command.ts'

const inTimeline = ['timeline']
/** Number of entries that a page key moves by. */
const PAGE = 10
/** Home, End and the page keys move the selection as j and k do, in place of the browser's own scrolling. */
const jump = (by: number, ...keys: string[]) => ({
  kind: 'motion' as const,
  bindings: keys.map((one) => ({ keys: one, where: inTimeline })),
  needs: 'entries > 0',
  keysOnly: true,
  run: trigger(entryStepped, () => ({ by })),
})

export const timelineCommands = commandGroup('timeline', {
  refetch: {
    kind: 'view',
    bindings: [{ keys: 'r', where: ['timeline', 'subscription-list'] }],
    icon: 'refresh',
    run: trigger(refreshRequested, () => {}),
  },
  'show-new': { kind: 'view', icon: 'refresh', run: trigger(newEntriesShown, () => {}) },
  'unread-only': {
    kind: 'view',
    bindings: [{ keys: 'u', where: ['timeline', 'subscription-list'] }],
    icon: 'filter',
    run: trigger(unreadOnlyToggled, () => {}),
  },
  'switch-to-next': {
    kind: 'motion',
    bindings: ['j', 'ArrowDown'].map((keys) => ({ keys, where: inTimeline })),
    needs: 'entries > 0',
    keysOnly: true,
    repeats: true,
    takesCount: true,
    run: trigger(entryStepped, ({ count }) => ({ by: count })),
  },
  'switch-to-previous': {
    kind: 'motion',
    bindings: ['k', 'ArrowUp'].map((keys) => ({ keys, where: inTimeline })),
    needs: 'entries > 0',
    keysOnly: true,
    repeats: true,
    takesCount: true,
    run: trigger(entryStepped, ({ count }) => ({ by: -count })),
  },
  'switch-to-first': jump(-Infinity, 'Home', 'g g'),
  'switch-to-last': jump(Infinity, 'End', 'Shift+g'),
  'page-down': { ...jump(PAGE, 'PageDown'), repeats: true },
  'page-up': { ...jump(-PAGE, 'PageUp'), repeats: true },
  'load-older': { kind: 'view', needs: 'online', icon: 'history', run: trigger(endReached, () => {}) },
})
