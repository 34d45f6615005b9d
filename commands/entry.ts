/** The entry that is open. */
import {
  $currentEntry,
  textCopied,
  addressOpened,
  allMarked,
  entryShared,
  readerViewToggled,
  readToggled,
  starToggled,
} from '../src/model/index.ts'
import { group, tell, tellWith } from './deeds.ts'

const where = ['timeline', 'entry-render']
const withUrl = ['entry', 'entryUrl']

export const entryCommands = group('entry', {
  read: {
    bindings: [{ keys: 'm', where }],
    customisable: true,
    needs: ['entry'],
    icon: 'read',
    run: tellWith($currentEntry, readToggled, (entry) => (entry && { id: entry.head.id }) || undefined),
  },
  star: {
    bindings: [{ keys: 's', where }],
    customisable: true,
    needs: ['entry'],
    icon: 'star',
    run: tellWith($currentEntry, starToggled, (entry) => (entry && { id: entry.head.id }) || undefined),
  },
  'open-in-browser': {
    bindings: [{ keys: 'b', where }],
    customisable: true,
    needs: withUrl,
    icon: 'open',
    run: tellWith($currentEntry, addressOpened, (entry) => entry?.head.url ?? undefined),
  },
  'copy-link': {
    bindings: [{ keys: '$mod+Shift+c', where }],
    customisable: true,
    needs: withUrl,
    icon: 'link',
    run: tellWith($currentEntry, textCopied, (entry) => entry?.head.url ?? undefined),
  },
  'copy-title': {
    bindings: [{ keys: '$mod+Shift+b', where }],
    customisable: true,
    needs: ['entry'],
    icon: 'copy',
    run: tellWith($currentEntry, textCopied, (entry) => entry?.head.title ?? undefined),
  },
  share: {
    bindings: [{ keys: '$mod+Alt+s', where }],
    customisable: true,
    needs: withUrl,
    icon: 'share',
    run: tellWith($currentEntry, entryShared, (entry) =>
      entry?.head.url ? { title: entry.head.title ?? '', url: entry.head.url } : undefined,
    ),
  },
  ability: {
    bindings: [{ keys: 'v', where }],
    needs: withUrl,
    icon: 'reader-view',
    run: tell(readerViewToggled, () => {}),
  },
  'read-above': {
    needs: ['entry'],
    icon: 'mark-all-read',
    run: tellWith($currentEntry, allMarked, (entry) =>
      entry ? { scope: 'above' as const, id: entry.head.id } : undefined,
    ),
  },
  'read-below': {
    needs: ['entry'],
    icon: 'mark-all-read',
    run: tellWith($currentEntry, allMarked, (entry) =>
      entry ? { scope: 'below' as const, id: entry.head.id } : undefined,
    ),
  },
  'read-day': {
    needs: ['entry'],
    icon: 'mark-all-read',
    run: tellWith($currentEntry, allMarked, (entry) =>
      entry ? { scope: 'day' as const, day: entry.head.publishedAt } : undefined,
    ),
  },
})
