import { expect, test } from 'vitest'
import shortcuts from '../../locales/en/shortcuts.json' with { type: 'json' }
import { allCommands } from '../../commands/index.ts'
import { menuOfEntry, menuOfSource } from '../model/menus/index.ts'
import { messagesOf } from './message-parts.ts'

const read = (messages: object, title: string): unknown =>
  title
    .split('.')
    .reduce<unknown>((tree, key) => (tree as Record<string, unknown> | undefined)?.[key], messages)

test('the menus of the list name their commands from the messages that load with it', () => {
  const commands = new Map(allCommands.map((command) => [command.id, command]))
  const ids = [
    ...menuOfEntry(commands),
    ...menuOfEntry(commands, true),
    ...(['feed', 'folder', 'list', 'inbox', 'label', 'search', 'all'] as const).flatMap((kind) =>
      menuOfSource(kind, { isOwn: true, commands }),
    ),
  ]
  const titles = ids.flatMap((id) => commands.get(id)?.title ?? [])
  expect(titles.length).toBeGreaterThan(50)
  const messages = messagesOf('list', () => shortcuts)['shortcuts'] ?? {}
  for (const title of titles) expect([title, read(messages, title)]).toEqual([title, read(shortcuts, title)])
})

test('a part has the groups and the single messages that it names, without those that a language lacks', () => {
  const messages = {
    label: { rename: 'Rename' },
    global: { quickAdd: 'Add', undo: 'Undo' },
    ask: { where: '?' },
  }
  expect(messagesOf('list', () => messages)['shortcuts']).toEqual({
    label: { rename: 'Rename' },
    global: { quickAdd: 'Add' },
  })
  expect(messagesOf('entry', () => messages)).toEqual({ app: {}, shortcuts: messages })
})
