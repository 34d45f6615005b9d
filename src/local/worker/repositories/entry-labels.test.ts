import { expect, test } from 'vitest'
import type { EntryEffect, Local } from '../../calls.ts'
import { memoryLocal } from '../../memory-local.ts'
import { entry } from '../entry.sample.ts'

async function stored(): Promise<Local> {
  const local = memoryLocal()
  await local.call('entries.put', [
    entry({ id: 'e1', labels: ['Work', 'work/reading'] }),
    entry({ id: 'e2', labels: [] }),
    entry({ id: 'e3' }),
  ])
  return local
}
const found = async (local: Local, label: string) =>
  (await local.call('entries.query', { select: `label:"${label}"`, limit: 100 }))
    .map(({ id }) => id)
    .toSorted()
const begin = (local: Local, id: string, effect: EntryEffect) =>
  local.call('outbox.begin', { id, noun: 'labels', name: 'labels.put', args: {}, at: 1, effect })
const add = { do: 'label', name: 'later', entryIds: ['e2', 'e3'], on: true } as const

test('an unsent label is found at once, is gone when refused, and stays when accepted', async () => {
  const local = await stored()
  await begin(local, 'm1', add)
  expect(await found(local, 'LATER')).toEqual(['e2', 'e3'])
  await local.call('outbox.refused', ['m1'])
  expect(await found(local, 'later')).toEqual([])
  await begin(local, 'm2', add)
  await local.call('outbox.accepted', ['m2'])
  await local.call('entries.put', [entry({ id: 'e3' })])
  expect(await found(local, 'later')).toEqual(['e2', 'e3'])
  expect((await local.call('entries.heads', ['e3']))[0]?.labels).toEqual(['later'])
})

test('what the server reports replaces labels, but not those that were not sent yet', async () => {
  const local = await stored()
  await begin(local, 'm1', add)
  await local.call('entries.put', [
    entry({ id: 'e1', labels: ['Work'] }),
    entry({ id: 'e2', labels: ['other'] }),
  ])
  expect(await found(local, 'work/reading')).toEqual([])
  expect(await found(local, 'work')).toEqual(['e1'])
  expect(await found(local, 'other')).toEqual(['e2'])
  expect(await found(local, 'later')).toEqual(['e2', 'e3'])
})

test('an unsent renaming or deletion concerns the labels within it too', async () => {
  const local = await stored()
  await begin(local, 'm1', { do: 'labelRename', name: 'work', to: 'Jobs/old' })
  expect(await found(local, 'jobs/old/reading')).toEqual(['e1'])
  expect(await found(local, 'work')).toEqual([])
  await begin(local, 'm2', { do: 'labelDelete', name: 'jobs' })
  expect(await found(local, 'jobs')).toEqual([])
  await local.call('outbox.refused', ['m2'])
  await local.call('outbox.accepted', ['m1'])
  expect((await local.call('entries.heads', ['e1']))[0]?.labels).toEqual(['Jobs/old', 'Jobs/old/reading'])
  await local.call('outbox.heard', { do: 'labelDelete', name: 'jobs' })
  expect(await found(local, 'jobs')).toEqual([])
})
