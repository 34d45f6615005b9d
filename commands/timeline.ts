/** The list in the middle. */
import {
  endReached,
  entryStepped,
  newEntriesShown,
  timelineRefetched,
  unreadOnlyToggled,
} from '../src/model/timeline/index.ts'
import { group, tell } from './deeds.ts'

const inTimeline = ['timeline']

export const timelineCommands = group('timeline', {
  refetch: {
    bindings: [{ keys: 'r', where: ['timeline', 'subscription-list'] }],
    customisable: true,
    icon: 'refresh',
    run: tell(timelineRefetched, () => {}),
  },
  'show-new': { icon: 'refresh', run: tell(newEntriesShown, () => {}) },
  'unread-only': {
    bindings: [{ keys: 'u', where: ['timeline', 'subscription-list'] }],
    customisable: true,
    icon: 'filter',
    run: tell(unreadOnlyToggled, () => {}),
  },
  'switch-to-next': {
    bindings: ['j', 'ArrowDown'].map((keys) => ({ keys, where: inTimeline })),
    needs: ['entries'],
    keysOnly: true,
    repeats: true,
    takesCount: true,
    run: tell(entryStepped, ({ count }) => ({ by: count })),
  },
  'switch-to-previous': {
    bindings: ['k', 'ArrowUp'].map((keys) => ({ keys, where: inTimeline })),
    needs: ['entries'],
    keysOnly: true,
    repeats: true,
    takesCount: true,
    run: tell(entryStepped, ({ count }) => ({ by: -count })),
  },
  'load-older': { needs: ['online'], icon: 'history', run: tell(endReached, () => {}) },
})
