import { createEvent } from 'effector'
import { expect, test } from 'vitest'
import type { Command, CommandCall } from '../../../core/index.ts'
import { formatKeymap, keymapDifferences, parseKeymap } from './keymap-file.ts'

const command = (id: string, ...keys: string[]): Command => ({
  id,
  group: 'test',
  title: id,
  kind: 'view',
  bindings: keys.map((one) => ({ keys: one })),
  run: createEvent<CommandCall>(),
})
const commands = new Map([command('entry:star', 's'), command('entry:read', 'm')].map((one) => [one.id, one]))
const none = { overrides: {}, rules: [] }

test('a keymap survives its file, macros included', () => {
  const file = {
    overrides: { 'entry:star': 'x, g x' },
    rules: [{ keys: 'd d', command: 'entry:read', args: { a: 1 }, when: 'entry', count: 3 }],
    macros: [{ name: 'A', steps: [{ id: 'entry:star', args: {}, count: 1 }] }],
  }
  expect(parseKeymap(formatKeymap(file))).toEqual(file)
})

test('a list of rules and the map of other clients are read too, and anything else is not', () => {
  expect(parseKeymap('[{"keys":"x","command":null},{"command":"y"}]')?.rules).toEqual([
    { keys: 'x', command: null },
  ])
  expect(parseKeymap('{"entry:star":"x"}')?.overrides).toEqual({ 'entry:star': 'x' })
  for (const text of ['', 'x', '3', '{}', '{"a":1}']) expect(parseKeymap(text)).toBeNull()
})

test('a rule with an expression that cannot be read loses it rather than the whole file', () => {
  expect(parseKeymap('[{"keys":"x","command":"a:b","when":"("}]')?.rules).toEqual([
    { keys: 'x', command: 'a:b' },
  ])
})

test('the difference names each command whose keys change, before and after', () => {
  const after = { overrides: { 'entry:star': 'x' }, rules: [{ keys: 'm', command: null }] }
  expect(
    keymapDifferences(commands, none, after).map((one) => [one.command.id, one.before, one.after]),
  ).toEqual([
    ['entry:star', ['s'], ['x']],
    ['entry:read', ['m'], []],
  ])
  expect(keymapDifferences(commands, after, after)).toEqual([])
})
