/** The list in the middle. */
import {
  endReached,
  entryStepped,
  newEntriesShown,
  timelineRefetched,
  unreadOnlyToggled,
} from '../src/model/timeline/index.ts'
import { commandGroup, trigger } from './define-command.ts'

const inTimeline = ['timeline']

export const timelineCommands = commandGroup('timeline', {
  refetch: {
    bindings: [{ keys: 'r', where: ['timeline', 'subscription-list'] }],
    customisable: true,
    icon: 'refresh',
    run: trigger(timelineRefetched, () => {}),
  },
  'show-new': { icon: 'refresh', run: trigger(newEntriesShown, () => {}) },
  'unread-only': {
    bindings: [{ keys: 'u', where: ['timeline', 'subscription-list'] }],
    customisable: true,
    icon: 'filter',
    run: trigger(unreadOnlyToggled, () => {}),
  },
  'switch-to-next': {
    bindings: ['j', 'ArrowDown'].map((keys) => ({ keys, where: inTimeline })),
    needs: ['entries'],
    keysOnly: true,
    repeats: true,
    takesCount: true,
    run: trigger(entryStepped, ({ count }) => ({ by: count })),
  },
  'switch-to-previous': {
    bindings: ['k', 'ArrowUp'].map((keys) => ({ keys, where: inTimeline })),
    needs: ['entries'],
    keysOnly: true,
    repeats: true,
    takesCount: true,
    run: trigger(entryStepped, ({ count }) => ({ by: -count })),
  },
  'load-older': { needs: ['online'], icon: 'history', run: trigger(endReached, () => {}) },
})
