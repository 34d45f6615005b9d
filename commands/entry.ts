/** Commands on the open entry. */
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
import { commandGroup, trigger, triggerFrom } from './define-command.ts'

const where = ['timeline', 'entry-render']
const withUrl = ['entry', 'entryUrl']

export const entryCommands = commandGroup('entry', {
  read: {
    bindings: [{ keys: 'm', where }],
    customisable: true,
    needs: ['entry'],
    icon: 'read',
    run: triggerFrom($currentEntry, readToggled, (entry) => (entry && { id: entry.head.id }) || undefined),
  },
  star: {
    bindings: [{ keys: 's', where }],
    customisable: true,
    needs: ['entry'],
    icon: 'star',
    run: triggerFrom($currentEntry, starToggled, (entry) => (entry && { id: entry.head.id }) || undefined),
  },
  'open-in-browser': {
    bindings: [{ keys: 'b', where }],
    customisable: true,
    needs: withUrl,
    icon: 'open',
    run: triggerFrom($currentEntry, addressOpened, (entry) => entry?.head.url ?? undefined),
  },
  'copy-link': {
    bindings: [{ keys: '$mod+Shift+c', where }],
    customisable: true,
    needs: withUrl,
    icon: 'link',
    run: triggerFrom($currentEntry, textCopied, (entry) => entry?.head.url ?? undefined),
  },
  'copy-title': {
    bindings: [{ keys: '$mod+Shift+b', where }],
    customisable: true,
    needs: ['entry'],
    icon: 'copy',
    run: triggerFrom($currentEntry, textCopied, (entry) => entry?.head.title ?? undefined),
  },
  share: {
    bindings: [{ keys: '$mod+Alt+s', where }],
    customisable: true,
    needs: withUrl,
    icon: 'share',
    run: triggerFrom($currentEntry, entryShared, (entry) =>
      entry?.head.url ? { title: entry.head.title ?? '', url: entry.head.url } : undefined,
    ),
  },
  ability: {
    bindings: [{ keys: 'v', where }],
    needs: withUrl,
    icon: 'reader-view',
    run: trigger(readerViewToggled, () => {}),
  },
  'read-above': {
    needs: ['entry'],
    icon: 'mark-all-read',
    run: triggerFrom($currentEntry, allMarked, (entry) =>
      entry ? { scope: 'above' as const, id: entry.head.id } : undefined,
    ),
  },
  'read-below': {
    needs: ['entry'],
    icon: 'mark-all-read',
    run: triggerFrom($currentEntry, allMarked, (entry) =>
      entry ? { scope: 'below' as const, id: entry.head.id } : undefined,
    ),
  },
  'read-day': {
    needs: ['entry'],
    icon: 'mark-all-read',
    run: triggerFrom($currentEntry, allMarked, (entry) =>
      entry ? { scope: 'day' as const, day: entry.head.publishedAt } : undefined,
    ),
  },
})
