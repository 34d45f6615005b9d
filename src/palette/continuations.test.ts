import { createEvent } from 'effector'
import { expect, test } from 'vitest'
import type { CommandCall, Command } from '../core/index.ts'
import { continuations } from './continuations.ts'

const command = (id: string): Command => ({
  id,
  group: 'go',
  title: id,
  kind: 'view',
  run: createEvent<CommandCall>(),
})
const bound = (id: string, keys: string) => ({ command: command(id), keys, where: null, own: false })

test('only the remaining keys are shown, in their order', () => {
  const next = [bound('stars', 'g s'), bound('all', 'g a'), bound('far', 'g x y')]
  expect(continuations({ typed: ['g'], next }).map(({ command: { id }, rest }) => [rest, id])).toEqual([
    ['a', 'all'],
    ['s', 'stars'],
    ['x y', 'far'],
  ])
})

test('a count alone waits for anything and lists nothing', () => {
  expect(continuations({ typed: [], next: [] })).toEqual([])
})

test('many commands are grouped by their next key', () => {
  const next = Array.from({ length: 20 }, (_, at) =>
    bound(`c${at}`, `${at < 10 ? 'd' : 'y'} ${String(at % 10)}`),
  )
  expect(continuations({ typed: [], next }).map(({ rest, group }) => [rest, group])).toEqual([
    ['d', 10],
    ['y', 10],
  ])
})
