import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { seedEntries, seedFeed } from '../../../../tests/support/library.ts'
import { kinds, openTestStorage, seedUser } from '../../../../tests/support/storage.ts'
import { createAccountRoom } from './account-room.ts'
import { insertHighlight } from '../entries/highlights.ts'
import type { SafeHtml } from '../../feeds/sanitise/safe-html.ts'
import type { Storage } from '../open.ts'

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

  test('counts whatever a user can fill', async () => {
    const ann = await seedUser(storage)
    const { db } = storage
    const feedId = await seedFeed(storage)
    const text = 'x'.repeat(1000)
    const [entryId = ''] = await seedEntries(storage, feedId, [{ content: text, description: null }])
    const mine = { userId: ann, entryId }
    const times = { createdAt: 0, updatedAt: 0 }
    const request = { userAgent: null, cookie: null, proxy: null, username: null, password: null }
    const how = { allowsInsecure: 0, ignoresEdits: 0, usesFetcher: 0 } as const
    const act = {
      rule: 'r',
      name: '',
      position: 0,
      cause: 'run',
      starred: 0,
      marked: 0,
      labels: null,
    } as const
    const sent = { plugin: 'p', action: null, state: 'failed', attempts: 1, status: null } as const
    const use = { tokenId: 't', tokenName: '', entrance: 'api', call: 'actions.put', count: 1 } as const
    const stores: readonly (() => Promise<unknown>)[] = [
      () =>
        db
          .insertInto('feedRequests')
          .values({ feedId, userId: ann, address: '', ...request, ...how })
          .execute(),
      () =>
        db.insertInto('settings').values({ userId: ann, tab: 't', payload: text, updatedAt: 0 }).execute(),
      () =>
        db
          .insertInto('pluginSettings')
          .values({ userId: ann, plugin: 'p', payload: text, secrets: '' })
          .execute(),
      () =>
        db
          .insertInto('installedPlugins')
          .values({
            userId: ann,
            plugin: 'p',
            address: null,
            hash: '',
            bundle: text,
            granted: '',
            installedAt: 0,
          })
          .execute(),
      () =>
        db
          .insertInto('actions')
          .values({ userId: ann, rules: text, watchesStatus: 0, secret: '', ...times })
          .execute(),
      () =>
        db
          .insertInto('actionRuns')
          .values({
            id: 'r',
            userId: ann,
            rules: text,
            reached: '',
            examined: 0,
            touched: 0,
            state: 'done',
            createdAt: 0,
          })
          .execute(),
      () =>
        db
          .insertInto('ruleActs')
          .values({ ...mine, ...act, result: text, run: null, at: 0 })
          .execute(),
      () =>
        db
          .insertInto('entryActions')
          .values({ ...mine, result: text, blocked: 0 })
          .execute(),
      () =>
        db
          .insertInto('webhookDeliveries')
          .values({ id: 'd', ...mine, ...sent, url: '', operand: text, message: null, words: null, ...times })
          .execute(),
      () =>
        db
          .insertInto('tokenUses')
          .values({ id: 'u', userId: ann, ...use, undo: text, undoneAt: null, at: 0 })
          .execute(),
      () =>
        db.insertInto('answered').values({ userId: ann, key: 'k', status: 200, body: text, at: 0 }).execute(),
      () =>
        db
          .insertInto('avatars')
          .values({ id: 'a', userId: ann, type: 'image/png', bytes: Buffer.from(text), createdAt: 0 })
          .execute(),
      () =>
        db
          .insertInto('saves')
          .values({ ...mine, plugin: 'p', url: text, at: 0 })
          .execute(),
      () => db.insertInto('pageTexts').values({ feedId, text, changedAt: null }).execute(),
      () =>
        db
          .insertInto('entryReadability')
          .values({ entryId, content: text as SafeHtml, updatedAt: 0 })
          .execute(),
      async () => {
        await db.insertInto('imports').values({ id: 'i', userId: ann, createdAt: 0, running: 0 }).execute()
        const line = { importId: 'i', line: 1, title: null, outcome: null, feedId: null, reason: null }
        await db
          .insertInto('importLines')
          .values({ ...line, url: text })
          .execute()
      },
    ]
    for (const [at, store] of stores.entries()) {
      await store()
      const left = (stores.length - at - 1) * 1000
      const room = () => createAccountRoom(storage, { limit: stores.length * 1000, now: () => 0 })
      expect([await room().take(ann, left), await room().take(ann, left + 1)], `store ${at}`).toEqual([
        true,
        false,
      ])
    }
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
