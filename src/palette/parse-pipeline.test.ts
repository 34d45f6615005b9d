import { createEvent, createStore } from 'effector'
import { expect, test } from 'vitest'
import type { Choice, Command, CommandArgs, CommandCall } from '../core/index.ts'
import type { CommandLineInput } from './command-line.ts'
import { searchable } from './match.ts'
import { parsePipeline } from './parse-pipeline.ts'
import { queryOfStep } from './use-pipeline-rows.ts'

const entries = { name: 'entries', title: 'a', type: 'entries' } as const
const services: readonly Choice[] = [{ value: 'readwise', title: 'Readwise' }]
const command = (id: string, title: string, more: Partial<Command> = {}): Command => ({
  id,
  group: 'entry',
  title,
  kind: 'change',
  target: 'entries',
  args: [entries],
  run: createEvent<CommandCall>(),
  ...more,
})
const commands = [
  command('entry:read', 'Mark as read or unread'),
  command('entry:star', 'Star or unstar'),
  command('entry:save', 'Save to', {
    args: [
      entries,
      { name: 'to', title: 'b', type: 'enum', choices: createStore(() => services, { serialize: 'ignore' }) },
    ],
  }),
  command('go:home', 'Go home', { target: undefined as never, args: [] }),
]
const input: CommandLineInput = {
  candidates: commands.map((of) => ({ title: searchable(of.title), use: 0, of })),
  choicesOf: ({ choices }) => choices?.getState()({}) ?? [],
  targetOf: () => undefined,
  today: '2026-01-31',
}
const read = (text: string) => {
  const { query, steps, unknown } = parsePipeline(text, input)
  return { query, steps: steps.map(({ step }) => step), ...(unknown !== undefined && { unknown }) }
}

test('a pipeline is a query and commands on what it selects', () => {
  expect(read('is:unread in:Rust older:3d | star | mark-read')).toEqual({
    query: 'is:unread in:Rust older:3d',
    steps: [
      { id: 'entry:star', args: {} },
      { id: 'entry:read', args: {} },
    ],
  })
  expect(read('"a | b" | save to:readwise')).toEqual({
    query: '"a | b"',
    steps: [{ id: 'entry:save', args: { to: 'readwise' } }],
  })
})

test('a part that is no command on entries is named, and an empty last one is ignored', () => {
  expect(read('is:unread | go home')).toMatchObject({ unknown: 'go home' })
  expect(read('is:unread | zebra | star')).toMatchObject({ steps: [], unknown: 'zebra' })
  expect(read('is:unread | star | ')).toMatchObject({ steps: [{ id: 'entry:star' }] })
})

test('a step counts the entries that it changes, within order and bound of the query', () => {
  const queryOf = (query: string, id: string, args: CommandArgs = {}) => queryOfStep(query, { id, args })
  expect(queryOf('a OR b sort:old limit:5', 'entry:read')).toBe('(a OR b) is:unread sort:old limit:5')
  expect(queryOf('a', 'entry:star')).toBe('(a) -is:starred')
  expect(queryOf('a', 'entry:label', { label: 'To do' })).toBe('(a) -label:"To do"')
  expect(queryOf('a', 'entry:copy-link')).toBe('a')
})
