import { expect, test } from 'vitest'
import { folderFor, type ServiceFolder } from './folders.ts'

const values = { get: async () => null, set: async () => {}, delete: async () => {} }
const caller = { id: 'u1', settings: { sendFolder: true }, values }

/** The id of the folder that is chosen for News. */
async function chosenOf(...folders: readonly ServiceFolder[]) {
  const service = { service: 'Shelf', place: '', list: async () => folders, create: async () => 'new' }
  return (await folderFor(caller, 'News', service)).id
}

test('of folders with one name the first at the top is chosen, else the first', async () => {
  const nested = { id: 'nested', name: 'News', isNested: true }
  const other = { id: 'other', name: 'Old News' }
  expect(await chosenOf(nested, other, { id: 'top', name: 'News' }, { id: 'later', name: 'News' })).toBe(
    'top',
  )
  expect(await chosenOf(other, nested, { ...nested, id: 'later' })).toBe('nested')
  expect(await chosenOf(nested, { id: 'top', name: 'news' })).toBe('nested')
})
