import { expect, test } from 'vitest'
import type { EntryEffect, Local } from '../../calls.ts'
import { memoryLocal } from '../../memory-local.ts'
import { entry } from '../entry.sample.ts'
import { highlight } from '../highlight.sample.ts'

async function stored(): Promise<Local> {
  const local = memoryLocal()
  await local.call('entries.put', [entry({ id: 'e1' }), entry({ id: 'e2' })])
  await local.call('highlights.put', {
    rows: [highlight({ id: 'h1', note: 'Über Wolken' })],
    deleted: [],
    complete: true,
  })
  return local
}
const found = async (local: Local, select: string) =>
  (await local.call('entries.query', { select, limit: 100 })).map(({ id }) => id).toSorted()
const begin = (local: Local, id: string, effect: EntryEffect) =>
  local.call('outbox.begin', { id, noun: 'highlights', name: 'highlights.create', args: {}, at: 1, effect })
const confirmed = async (local: Local) =>
  (await local.call('highlights.all')).map(({ id, note, color }) => [id, note, color].join(' '))

test('an unsent highlight is found at once, is gone when refused, and stays when accepted', async () => {
  const local = await stored()
  const created = { ...highlight({ id: 'h2', entryId: 'e2', note: 'Later' }) }
  const effect = { do: 'highlightPut', entryId: 'e2', highlight: created } as const
  await begin(local, 'm1', effect)
  expect(await found(local, 'has:highlight')).toEqual(['e1', 'e2'])
  expect(await found(local, 'note:LATER')).toEqual(['e2'])
  expect(await confirmed(local)).toEqual(['h1 Über Wolken yellow'])
  await local.call('outbox.refused', ['m1'])
  expect(await found(local, 'has:highlight')).toEqual(['e1'])
  await begin(local, 'm2', effect)
  await local.call('outbox.accepted', ['m2'])
  expect(await confirmed(local)).toEqual(['h1 Über Wolken yellow', 'h2 Later yellow'])
})

test('unsent changes and deletions stay on top of what the server reports', async () => {
  const local = await stored()
  await begin(local, 'm1', { do: 'highlightChange', entryId: 'e1', id: 'h1', note: 'Regen' })
  await begin(local, 'm2', { do: 'highlightChange', entryId: 'e1', id: 'h1', color: 'blue' })
  await local.call('highlights.put', {
    rows: [highlight({ id: 'h1', note: 'from elsewhere' })],
    deleted: [],
    complete: false,
  })
  expect(await found(local, 'note:regen')).toEqual(['e1'])
  expect(await found(local, 'note:elsewhere')).toEqual([])
  await begin(local, 'm3', { do: 'highlightDelete', entryId: 'e1', id: 'h1' })
  expect(await found(local, 'has:highlight OR has:note')).toEqual([])
  await local.call('outbox.refused', ['m3'])
  await local.call('outbox.accepted', ['m1', 'm2'])
  expect(await confirmed(local)).toEqual(['h1 Regen blue'])
})

test('what the server no longer has is gone, by its id or by a complete list', async () => {
  const local = await stored()
  const other = highlight({ id: 'h2', entryId: 'e2' })
  await local.call('highlights.put', { rows: [other], deleted: ['h1'], complete: false })
  expect(await found(local, 'has:highlight')).toEqual(['e2'])
  await local.call('highlights.put', { rows: [highlight({ id: 'h1' })], deleted: [], complete: true })
  expect(await found(local, 'has:highlight')).toEqual(['e1'])
})

test('a note on the entry is no highlight, and a note that was removed is found no more', async () => {
  const local = await stored()
  const note = highlight({ id: 'h3', entryId: 'e2', quote: null, note: 'alone' })
  await begin(local, 'm1', { do: 'highlightPut', entryId: 'e2', highlight: note })
  await begin(local, 'm2', { do: 'highlightChange', entryId: 'e1', id: 'h1', note: null })
  expect(await found(local, 'has:note')).toEqual(['e2'])
  expect(await found(local, 'has:highlight')).toEqual(['e1'])
})
