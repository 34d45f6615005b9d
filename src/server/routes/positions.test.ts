import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPrivateFeed, type PrivateFeed } from '../../../tests/support/private-feed.ts'
import type { TestServer, TestUser } from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'
import { MAX_POSITIONS, type Position } from '../../contract/positions.ts'
import type { QueuedTrack } from '../../contract/queue.ts'

describe.each(kinds)('positions on %s', (kind) => {
  let server: TestServer
  let ann: TestUser
  let ben: TestUser
  let episodes: PrivateFeed['entries']
  beforeAll(async () => {
    ;({ server, ann, ben, entries: episodes } = await startPrivateFeed(kind))
  })
  afterAll(() => server.close())

  const put = async (who: TestUser, positions: readonly Position[]) =>
    (await who.request('/positions', { method: 'PUT', body: { positions } })).status
  const list = async (who: TestUser) =>
    ((await (await who.request('/positions')).json()) as { data: Position[] }).data

  test('the newer position of an entry wins, whichever arrives first', async () => {
    const [one = '', two = ''] = await episodes(2)
    expect(await put(ann, [{ entryId: one, seconds: 61.5, at: 2000 }])).toBe(200)
    expect(
      await put(ann, [
        { entryId: one, seconds: 10, at: 1000 },
        { entryId: two, seconds: 30, at: 3000 },
        { entryId: two, seconds: 5, at: 2500 },
      ]),
    ).toBe(200)
    expect(await list(ann)).toEqual([
      { entryId: two, seconds: 30, at: 3000 },
      { entryId: one, seconds: 61.5, at: 2000 },
    ])
    await put(ann, [{ entryId: one, seconds: 0, at: 4000 }])
    expect(await list(ann)).toContainEqual({ entryId: one, seconds: 0, at: 4000 })
  })

  test('a device whose clock is ahead does not win forever', async () => {
    const [one = ''] = await episodes(1)
    const before = Date.now()
    await put(ann, [{ entryId: one, seconds: 7, at: before + 3_600_000 }])
    const stored = (await list(ann)).find(({ entryId }) => entryId === one)
    expect(stored?.at).toBeGreaterThanOrEqual(before)
    expect(stored?.at).toBeLessThanOrEqual(Date.now())
  })

  test('nobody sees the positions of another user, nor stores some of entries that they cannot read', async () => {
    const [one = ''] = await episodes(1)
    await put(ann, [{ entryId: one, seconds: 7, at: 5000 }])
    expect(await put(ben, [{ entryId: one, seconds: 9, at: 6000 }])).toBe(200)
    expect(await list(ben)).toEqual([])
    expect(await list(ann)).toContainEqual({ entryId: one, seconds: 7, at: 5000 })
  })

  test('the newer change of a queued track wins; others neither see it nor queue what they cannot read', async () => {
    const [entryId = ''] = await episodes(1)
    const track = (at: number, more: Partial<QueuedTrack> = {}): QueuedTrack => ({
      src: 'https://example.org/1.mp3',
      entryId,
      feedId: '1',
      title: 'Episode',
      mime: null,
      image: null,
      duration: null,
      rank: 1,
      removed: false,
      at,
      ...more,
    })
    const queue = async (who: TestUser, tracks: readonly QueuedTrack[]) =>
      (await who.request('/queue', { method: 'PUT', body: { tracks } })).status
    const queued = async (who: TestUser) =>
      ((await (await who.request('/queue')).json()) as { data: QueuedTrack[] }).data
    const removed = track(2000, { removed: true })
    expect(await queue(ann, [track(1000), removed])).toBe(200)
    await queue(ann, [track(1500, { rank: 7 })])
    expect(await queued(ann)).toEqual([removed])
    await queue(ann, [track(3000, { rank: 2.5 })])
    expect(await queued(ann)).toEqual([track(3000, { rank: 2.5 })])
    expect(await queue(ben, [track(4000)])).toBe(200)
    expect(await queued(ben)).toEqual([])
    expect(await queued(ann)).toEqual([track(3000, { rank: 2.5 })])
  })

  test('the newest positions are kept', async () => {
    const ids = await episodes(MAX_POSITIONS + 1)
    const at = Date.now() - 60_000
    const positions = ids.map((entryId, index) => ({ entryId, seconds: 1, at: at + index }))
    await put(ann, positions.slice(0, MAX_POSITIONS))
    await put(ann, positions.slice(MAX_POSITIONS))
    const listed = (await list(ann)).map(({ entryId }) => entryId)
    expect(listed).toHaveLength(MAX_POSITIONS)
    expect(listed).toContain(ids.at(-1))
    expect(listed).not.toContain(ids[0])
    expect(await server.storage.db.selectFrom('positions').select('entryId').execute()).toHaveLength(
      MAX_POSITIONS,
    )
  })
})
