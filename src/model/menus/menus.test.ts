import { expect, test } from 'vitest'
import type { Command } from '../../core/index.ts'
import { menuOfEntry, menuOfSource } from './index.ts'

const command = (id: string, plugin: string, more: Partial<Command>): [string, Command] => [
  id,
  { id, plugin, group: 'plugin', title: id, kind: 'change', run: () => undefined, ...more },
]
const many = Array.from({ length: 20 }, (_, at) =>
  command(`flood:n${at}`, 'flood', { inEntryMenu: true, inFeedMenu: true }),
)
const commands = new Map([
  ...many,
  command('related:find', 'related', { inEntryMenu: true }),
  command('related:other', 'related', {}),
  command('integration:save-to-a', 'a', { inEntryMenu: true, group: 'integration' }),
  command('integration:save-to-b', 'b', { inEntryMenu: true, group: 'integration' }),
])

test('what plugins add to a menu stands in groups, of one plugin five at most, and all that saves in one', () => {
  const menu = menuOfEntry(commands)
  const added = ['-', ...many.slice(0, 5).map(([id]) => id), '-', 'related:find', '-']
  expect(menu.slice(-added.length - 2)).toEqual([...added, 'integration:save-to-a', 'integration:save-to-b'])
  expect(menu.slice(0, -added.length - 2)).toEqual(menuOfEntry(new Map()))
})

test('below them an inbox has its own commands, and a feed the one that is left last', () => {
  expect(menuOfEntry(commands, true).slice(-3)).toEqual(['-', 'entry:unsubscribe', 'entry:delete'])
  expect(menuOfEntry(commands, true)).not.toContain('entry:who-read')
  const ofFeed = menuOfSource('feed', { commands })
  expect(ofFeed.slice(-8)).toEqual(['-', ...many.slice(0, 5).map(([id]) => id), '-', 'subscription:unfollow'])
})
