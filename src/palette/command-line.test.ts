import { createEvent, createStore } from 'effector'
import { expect, test } from 'vitest'
import type { Argument, Choice, Command, CommandCall } from '../core/index.ts'
import { parseCommandLine, type CommandLineInput } from './command-line.ts'
import { fold, searchable } from './match.ts'
import { tokenizeLine } from './tokenize-line.ts'

const feeds: readonly Choice[] = ['Kitchen Letters', 'Lab Notes', 'Lab Report', 'Europe Today'].map(
  (title, at) => ({ value: `feed/${at}`, title }),
)
const folders: readonly Choice[] = ['Europe', 'Big News'].map((name) => ({ value: name, title: name }))
const modes: readonly Choice[] = ['dark', 'light'].map((mode) => ({ value: mode, title: mode }))
const choices = (all: readonly Choice[]) => createStore(() => all, { serialize: 'ignore' })

const subscriptions: Argument = {
  name: 'subscriptions',
  title: 'a',
  type: 'subscriptions',
  choices: choices(feeds),
}
const command = (id: string, title: string, more: Partial<Command>): Command => ({
  id,
  group: 'x',
  title,
  kind: 'change',
  run: createEvent<CommandCall>(),
  ...more,
})
const commands = [
  command('subscription:move', 'Move a subscription', {
    target: 'subscriptions',
    args: [
      subscriptions,
      { name: 'category', title: 'b', type: 'category', choices: choices(folders), open: true },
      {
        name: 'view',
        title: 'c',
        type: 'view',
        choices: choices([{ value: 2, title: 'Pictures' }]),
        optional: true,
      },
    ],
  }),
  command('subscription:rename', 'Rename a subscription', {
    target: 'subscriptions',
    args: [subscriptions, { name: 'title', title: 'd', type: 'text' }],
  }),
  command('settings:change-color-mode', 'Change the colour mode', {
    args: [{ name: 'mode', title: 'e', type: 'enum', choices: choices(modes) }],
  }),
  command('entry:next', 'Skip entries', { args: [{ name: 'by', title: 'f', type: 'number', max: 9 }] }),
  command('go:home', 'Go home', {}),
]
const input = (current?: string): CommandLineInput => ({
  candidates: commands.map((of) => ({
    title: searchable(of.title),
    keywords: of.id === 'settings:change-color-mode' ? ['theme'] : [],
    alias: of.id === 'subscription:move' ? fold('mv') : undefined,
    use: 0,
    of,
  })),
  choicesOf: (argument) => argument.choices?.getState()({}) ?? [],
  targetOf: ({ target }) => (target && current ? [current] : undefined),
  today: '2026-01-31',
})
const read = (line: string, current?: string) =>
  parseCommandLine(line, input(current)).map(({ command: { id }, args, missing }) => ({
    id,
    args,
    ...(missing && { missing: missing.name }),
  }))

test('a line is split at spaces outside of quotes, and values may be named', () => {
  expect(
    tokenizeLine('move category:"Big News" "Lab Notes" x').map(({ name, text }) => [name, text]),
  ).toEqual([
    [undefined, 'move'],
    ['category', 'Big News'],
    [undefined, 'Lab Notes'],
    [undefined, 'x'],
  ])
  expect(tokenizeLine('follow http://a.example').map(({ text }) => text)).toEqual([
    'follow',
    'http://a.example',
  ])
})

test('a command, its target and its argument fit on one line', () => {
  expect(read('move kitchen europe')[0]).toEqual({
    id: 'subscription:move',
    args: { subscriptions: ['feed/0'], category: 'Europe' },
  })
  expect(read('mv kitchen letters big news')[0]?.args).toEqual({
    subscriptions: ['feed/0'],
    category: 'Big News',
  })
  expect(read('subscription:move kitchen category:Europe')[0]?.args).toEqual({
    subscriptions: ['feed/0'],
    category: 'Europe',
  })
  expect(read('theme dark')).toEqual([{ id: 'settings:change-color-mode', args: { mode: 'dark' } }])
  expect(read('rename "Lab Notes" "New name"')[0]?.args).toEqual({
    subscriptions: ['feed/1'],
    title: 'New name',
  })
  expect(read('move kitchen europe pictures')[0]?.args).toMatchObject({ category: 'Europe', view: 2 })
})

test('a text that names several values gives a reading for each', () => {
  expect(read('rename lab "New name"').map(({ args }) => args)).toEqual([
    { subscriptions: ['feed/1'], title: 'New name' },
    { subscriptions: ['feed/2'], title: 'New name' },
  ])
})

test('a target that is not named is the current one', () => {
  expect(read('move category:Europe', 'feed/1')).toEqual([
    { id: 'subscription:move', args: { subscriptions: ['feed/1'], category: 'Europe' } },
    { id: 'subscription:move', args: { category: 'Europe' }, missing: 'subscriptions' },
  ])
  expect(read('move folder:europe', 'feed/1')[0]?.args).toEqual({
    subscriptions: ['feed/1'],
    category: 'Europe',
  })
})

test('what is missing is named, and a value that is refused is no call', () => {
  expect(read('move kitchen')).toEqual([
    { id: 'subscription:move', args: { subscriptions: ['feed/0'] }, missing: 'category' },
  ])
  const [refused] = parseCommandLine('skip entries 12', input())
  expect(refused?.problem).toEqual({ problem: 'range', values: { min: -Infinity, max: 9 }, ok: false })
  expect(refused?.missing?.name).toBe('by')
})

test('a line that is the beginning of a title names that command, not another with an argument', () => {
  expect(read('rename a sub', 'feed/0')).toEqual([])
  expect(read('rename a subway', 'feed/0')).not.toEqual([])
})

test('a line that names no command with arguments is none', () => {
  expect(read('go home now')).toEqual([])
  expect(read('move')).toEqual([])
  expect(read('zebra kitchen')).toEqual([])
})
