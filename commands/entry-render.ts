/** Reading: scrolling and moving to the next entry. */
import { entryPaged, entryScrolled } from '../src/model/layout/index.ts'
import { entryStepped } from '../src/model/timeline/index.ts'
import { commandGroup, trigger } from './define-command.ts'

const where = ['entry-render']
const step = (by: number) => trigger(entryStepped, ({ count }) => ({ by: by * count }))
const scroll = (by: number) => trigger(entryScrolled, ({ count }) => ({ by: by * count }))
/** Lines beyond any entry; the browser ignores an infinite distance. */
const BEYOND = 1e6
const keys = (...all: string[]) => all.map((one) => ({ keys: one, where }))

export const entryRenderCommands = commandGroup('entry-render', {
  'next-entry': {
    kind: 'motion',
    bindings: keys('l', 'ArrowRight'),
    needs: 'entries > 0',
    takesCount: true,
    repeats: true,
    run: step(1),
  },
  'previous-entry': {
    kind: 'motion',
    bindings: keys('h', 'ArrowLeft'),
    needs: 'entries > 0',
    takesCount: true,
    repeats: true,
    run: step(-1),
  },
  'scroll-down': {
    kind: 'motion',
    bindings: keys('j', 'ArrowDown'),
    needs: 'entry',
    keysOnly: true,
    takesCount: true,
    repeats: true,
    run: scroll(1),
  },
  'scroll-up': {
    kind: 'motion',
    bindings: keys('k', 'ArrowUp'),
    needs: 'entry',
    keysOnly: true,
    takesCount: true,
    repeats: true,
    run: scroll(-1),
  },
  top: {
    kind: 'motion',
    bindings: keys('Home', 'g g'),
    needs: 'entry',
    keysOnly: true,
    run: trigger(entryScrolled, () => ({ by: -BEYOND })),
  },
  bottom: {
    kind: 'motion',
    bindings: keys('End', 'Shift+g'),
    needs: 'entry',
    keysOnly: true,
    run: trigger(entryScrolled, () => ({ by: BEYOND })),
  },
  'page-down': {
    kind: 'motion',
    bindings: [
      ...['timeline', 'entry-render'].map((area) => ({ keys: 'Space', where: [area] })),
      ...keys('PageDown'),
    ],
    needs: 'entry',
    keysOnly: true,
    repeats: true,
    run: trigger(entryPaged, () => ({ by: 1 })),
  },
  'page-up': {
    kind: 'motion',
    bindings: [
      ...['timeline', 'entry-render'].map((area) => ({ keys: 'Shift+Space', where: [area] })),
      ...keys('PageUp'),
    ],
    needs: 'entry',
    keysOnly: true,
    repeats: true,
    run: trigger(entryPaged, () => ({ by: -1 })),
  },
})
