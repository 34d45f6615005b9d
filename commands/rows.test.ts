import { expect, test } from 'vitest'
import { rowOf } from '../src/core/index.ts'
import { allCommands } from './index.ts'
import { commandsOfRows, shortRow } from './rows.ts'

test('a row says of its command what is shown of it and decides on its keys, also after it was stored', () => {
  const stored = JSON.parse(JSON.stringify(allCommands.map(shortRow)))
  const rows = commandsOfRows(stored, async () => allCommands)
  expect(rows.map(rowOf)).toEqual(allCommands.map(rowOf))
})

test('a row is not run', () => {
  const [row] = commandsOfRows([{ id: 'entry:read', kind: 'change' }], async () => [])
  expect(() => row?.run({ args: {}, count: 1, source: 'test', group: '' })).toThrow(
    'entry:read is not loaded',
  )
  expect(row).toMatchObject({ group: 'entry', title: 'entry.read', keywords: 'keywords:entry.read' })
})
