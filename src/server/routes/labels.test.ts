import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedEntries, seedFeed, seedSubscription } from '../../../tests/support/library.ts'
import { startPrivateFeed, type PrivateFeed } from '../../../tests/support/private-feed.ts'
import type { TestServer, TestUser } from '../../../tests/support/server.ts'
import type { Label } from '../../contract/labels.ts'
import { clearFeed } from '../storage/entries/entries.ts'
import { pruneLabels } from '../storage/entries/labels.ts'

type Item = { readonly entries: { readonly id: string }; readonly labels?: readonly string[] }

describe('labels', () => {
  let server: TestServer
  let ann: TestUser
  let ben: TestUser
  let entries: PrivateFeed['entries']
  beforeAll(async () => {
    ;({ server, ann, ben, entries } = await startPrivateFeed())
  })
  afterAll(() => server.close())

  const send = async (who: TestUser, method: string, path: string, body: object) =>
    (await who.request(`/labels${path}`, { method, body })).status
  const add = (who: TestUser, name: string, entryIds: readonly string[]) =>
    send(who, 'POST', '/entries', { name, entryIds })
  const list = async (who: TestUser) =>
    ((await (await who.request('/labels')).json()) as { data: Label[] }).data
  const counts = async (who: TestUser) =>
    Object.fromEntries((await list(who)).map((one) => [one.name, [one.entries, one.unread]]))
  const found = async (who: TestUser, q: string) => {
    const response = await who.request('/entries/search', { method: 'POST', body: { q } })
    return ((await response.json()) as { data: Item[] }).data
  }
  const ids = async (who: TestUser, q: string) =>
    (await found(who, q)).map((item) => item.entries.id).toSorted()

  test('counts are those of the list of the label, labels within it included, each entry once', async () => {
    const [one = '', two = '', three = ''] = await entries(3)
    expect(await add(ann, 'Work/Reading', [one, two])).toBe(200)
    expect(await add(ann, ' work ', [two, three])).toBe(200)
    await ann.request('/reads', { method: 'POST', body: { entryIds: [two] } })
    expect(await counts(ann)).toEqual({ Work: [3, 2], 'Work/Reading': [2, 1] })
    expect(await ids(ann, 'label:work')).toEqual([one, two, three].toSorted())
    expect(await ids(ann, 'label:"work / reading" is:unread')).toEqual([one])
    const item = (await found(ann, 'label:work')).find((each) => each.entries.id === two)
    expect(item?.labels).toEqual(['Work', 'Work/Reading'])
  })

  test('renaming a label moves those within it, and refuses names that are taken', async () => {
    const [one = ''] = await entries(1)
    await add(ann, 'old/inner', [one])
    await add(ann, 'taken', [one])
    expect(await send(ann, 'PATCH', '', { name: 'OLD', to: 'new/place' })).toBe(200)
    expect(Object.keys(await counts(ann))).toEqual(
      expect.arrayContaining(['new', 'new/place', 'new/place/inner']),
    )
    expect(Object.keys(await counts(ann))).not.toContain('old')
    expect(await ids(ann, 'label:new')).toEqual([one])
    expect(await send(ann, 'PATCH', '', { name: 'new', to: 'Taken' })).toBe(400)
    expect(await send(ann, 'PATCH', '', { name: 'new', to: 'new/place/x' })).toBe(400)
    expect(await send(ann, 'PATCH', '', { name: 'new', to: 'NEW' })).toBe(200)
    expect(Object.keys(await counts(ann))).toContain('NEW/place/inner')
  })

  test('a deleted label is gone with those within it, and comes back with its entries and colour', async () => {
    const [one = ''] = await entries(1)
    await add(ann, 'gone/inner', [one])
    await send(ann, 'PATCH', '', { name: 'gone', color: 'pink' })
    expect(await send(ann, 'DELETE', '', { name: 'gone' })).toBe(200)
    expect(await ids(ann, 'label:gone')).toEqual([])
    expect(await send(ann, 'DELETE', '', { name: 'gone' })).toBe(404)
    expect(await send(ann, 'POST', '/restore', { name: 'gone' })).toBe(200)
    expect(await ids(ann, 'label:gone/inner')).toEqual([one])
    expect((await list(ann)).find(({ name }) => name === 'gone')?.color).toBe('pink')
  })

  test('a label that is created after its deletion begins empty', async () => {
    const [one = '', two = ''] = await entries(2)
    await add(ann, 'again', [one])
    await send(ann, 'DELETE', '', { name: 'again' })
    await add(ann, 'again', [two])
    expect(await ids(ann, 'label:again')).toEqual([two])
    await pruneLabels(server.storage, Date.now() + 1)
    expect(await ids(ann, 'label:again')).toEqual([two])
  })

  test('another user sees and changes none of it', async () => {
    const [one = ''] = await entries(1)
    await add(ann, 'mine', [one])
    expect(await add(ben, 'mine', [one])).toBe(200)
    expect(await list(ben)).toEqual([])
    await send(ben, 'POST', '', { name: 'mine', color: 'red' })
    expect(await send(ben, 'DELETE', '/entries', { name: 'mine', entryIds: [one] })).toBe(200)
    expect(await send(ben, 'DELETE', '', { name: 'mine' })).toBe(200)
    expect(await ids(ann, 'label:mine')).toEqual([one])
    expect((await list(ann)).find(({ name }) => name === 'mine')?.color).toBeNull()
  })

  test('a labelled entry stays when its feed is cleared or no longer followed', async () => {
    const other = await seedFeed(server.storage)
    await seedSubscription(server.storage, ann.id, other, { isPrivate: 1 })
    const [one = '', two = ''] = await seedEntries(server.storage, other, [{}, {}])
    await add(ann, 'stays', [one])
    await clearFeed(server.storage, other, server.services.now())
    await ann.request('/subscriptions', { method: 'DELETE', body: { feedId: other } })
    expect(await ids(ann, 'label:stays')).toEqual([one])
    const left = await server.storage.db
      .selectFrom('entries')
      .select('id')
      .where('id', 'in', [one, two])
      .execute()
    expect(left).toEqual([{ id: one }])
  })

  test('a request that is sent twice is carried out once', async () => {
    const [one = ''] = await entries(1)
    const request = {
      method: 'POST',
      body: { name: 'once', entryIds: [one] },
      headers: { 'idempotency-key': 'label-once' },
    }
    await ann.request('/labels/entries', request)
    await send(ann, 'DELETE', '/entries', { name: 'once', entryIds: [one] })
    await ann.request('/labels/entries', request)
    expect(await ids(ann, 'label:once')).toEqual([])
  })
})
