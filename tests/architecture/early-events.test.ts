/** What a command requests while the app is not idle yet: nothing may be lost because its stores load later. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { is } from 'effector'
import { expect, test, vi } from 'vitest'

/** Parts of the page listen while they are shown. */
const usedByThePage = [
  'codeCopyRequested',
  'commentCollapsed',
  'entryPaged',
  'entryScrolled',
  'focusRequested',
  'headingStepped',
  'highlightRequested',
  'infoNotified',
  'jumpRequested',
  'markRequested',
  'messagesDismissed',
  'messagesFocusRequested',
  'notificationsDismissed',
  'readingRequested',
  'rowMenuRequested',
  'selectionUsed',
  'threadStepped',
]
/** Who listens names what they are for: a film that plays, a plugin of the list. */
const usedWhereThereIsOne = [
  'fullscreenToggled',
  'pictureInPictureToggled',
  'pluginFollowingToggled',
  'pluginRemovalRequested',
  'pluginSwitchedOff',
]

type Node = { readonly graphite: { readonly next: readonly unknown[] } }
const commands = join(import.meta.dirname, '../../commands')
const hasListener = (unit: unknown): boolean => (unit as Node).graphite.next.length > 0

test('every event that a command triggers has a listener in what a start and the command load', async () => {
  // As in a page that is not idle yet, whatever other tests have loaded.
  vi.resetModules()
  await import('../../src/model/at-start.ts')
  await import('../../src/features/index.ts')
  await import('../../commands/index.ts')
  const withoutListener: string[] = []
  let events = 0
  const files = readdirSync(commands).filter((name) => /^[a-z-]+\.ts$/.test(name))
  for (const file of files) {
    const text = readFileSync(join(commands, file), 'utf8')
    const loaded = async (pattern: RegExp) =>
      Promise.all(
        [...text.matchAll(pattern)].map(async ([, names = '', path = '']) => ({
          names: names.split(',').map((name) => name.trim()),
          module: (await import(/* @vite-ignore */ join(commands, path))) as Readonly<
            Record<string, unknown>
          >,
        })),
      )
    await loaded(/()import\('(\.\.\/src\/[^']+\.ts)'\)/g)
    for (const { names, module } of await loaded(/import \{([^}]*)\} from '(\.\.\/src\/[^']+)'/g))
      for (const name of names) {
        if (!is.event(module[name])) continue
        events += 1
        if (!hasListener(module[name])) withoutListener.push(name)
      }
  }
  expect(events).toBeGreaterThan(100)
  expect([...new Set(withoutListener)].toSorted()).toEqual(
    [...usedByThePage, ...usedWhereThereIsOne].toSorted(),
  )
})
