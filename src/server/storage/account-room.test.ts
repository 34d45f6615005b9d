import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { seedEntries, seedFeed } from '../../../tests/support/library.ts'
import { kinds, openTestStorage, seedUser } from '../../../tests/support/storage.ts'
import { createAccountRoom } from './account-room.ts'
import { insertHighlight } from './highlights.ts'
import type { Storage } from './open.ts'

describe.each(kinds)('the room of an account on %s', (kind) => {
  let storage: Storage
  let time = 0
  beforeEach(async () => void (storage = await openTestStorage(kind)))
  afterEach(() => storage.close())

  test('is what its inboxes and highlights leave, and what it has taken', async () => {
    const [ann, ben] = [await seedUser(storage), await seedUser(storage)]
    const [entryId = ''] = await seedEntries(storage, await seedFeed(storage), [
      { content: 'x'.repeat(5000) },
    ])
    const row = {
      id: 'h',
      entryId,
      exact: 'é'.repeat(100),
      prefix: '',
      suffix: '',
      startOffset: null,
      endOffset: null,
    }
    await insertHighlight(storage, ann, { ...row, color: 'yellow', note: null, title: null, createdAt: 0 }, 0)
    const { take } = createAccountRoom(storage, { limit: 1000, now: () => time })
    expect(await take(ann, 801)).toBe(false)
    expect(await take(ann, 800)).toBe(true)
    expect(await take(ann, 1)).toBe(false)
    expect(await take(ben, 1000)).toBe(true)
  })

  test('is counted again after a while, where none is left', async () => {
    const ann = await seedUser(storage)
    const { take } = createAccountRoom(storage, { limit: 1000, now: () => time })
    expect(await take(ann, 1000)).toBe(true)
    expect(await take(ann, 1)).toBe(false)
    time += 60_000
    expect(await take(ann, 1)).toBe(true)
  })

  test('has no end without a limit', async () => {
    const { take } = createAccountRoom(storage, { limit: 0, now: () => time })
    expect(await take('anybody', 1e15)).toBe(true)
  })
})
