import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectOverHttp } from '../../../tests/support/assistant.ts'
import { startTestServer, type TestServer, type TestUser } from '../../../tests/support/server.ts'
import { kinds } from '../../../tests/support/storage.ts'
import { greaderOf, makeShelf, tokenOf, type Shelf } from '../../../tests/support/sync.ts'
import { tokenScopes } from '../../contract/token-scopes.ts'
import type { TokenUse } from '../../contract/token-uses.ts'
import { pruneTokenUses } from '../storage/accounts/token-uses.ts'

describe.each(kinds)('what apps did on %s', (kind) => {
  let server: TestServer
  let shelf: Shelf
  let bob: TestUser
  let token: Awaited<ReturnType<typeof tokenOf>>
  let now = Date.now()

  beforeAll(async () => {
    server = await startTestServer({ kind, now: () => now })
    shelf = await makeShelf(server)
    bob = await server.signUp()
    token = await tokenOf(server, shelf.user, { scopes: tokenScopes })
  })
  afterAll(() => server.close())

  const dataOf = async <T>(answer: Promise<Response>): Promise<T> =>
    ((await (await answer).json()) as { data: T }).data
  const uses = (user = shelf.user, query = '?changes=true') =>
    dataOf<TokenUse[]>(user.request(`/token-uses${query}`))
  const undo = async (id: string, user = shelf.user) =>
    (await user.request('/token-uses/undo', { method: 'POST', body: { id } })).status
  const send = (path: string, body: unknown, method = 'POST', headers = {}) =>
    token.request(path, { method, body, headers })
  /** The newest change. @param expected of it */
  const newest = async (expected: Partial<TokenUse>): Promise<string> => {
    const [use] = await uses()
    expect(use).toMatchObject(expected)
    return use?.id ?? ''
  }
  const unread = () => dataOf<Record<string, number>>(shelf.user.request('/reads'))
  const isStarred = (entryId: string) =>
    dataOf<boolean>(shelf.user.request(`/collections?entryId=${entryId}`))
  type Followed = { feedId: string; category: string | null; title: string | null; view: number }
  const followed = async () =>
    (await dataOf<Followed[]>(shelf.user.request('/subscriptions')))
      .map(({ feedId, category, title, view }) => ({ feedId, category, title, view }))
      .toSorted((a, b) => a.feedId.localeCompare(b.feedId))

  test('marks are undone for the entries that they changed, once', async () => {
    const before = await unread()
    const [first = '', second = ''] = shelf.entries
    await shelf.user.request('/reads', { method: 'POST', body: { entryIds: [first] } })
    const between = await unread()
    await send('/reads', { entryIds: [first, second] })
    const id = await newest({
      call: 'reads.mark',
      count: 1,
      undo: 'possible',
      entrance: 'api',
      token: 'Program',
    })
    expect(await undo(id)).toBe(200)
    expect(await unread()).toEqual(between)
    expect(await undo(id)).toBe(404)
    await newest({ undo: 'done' })
    await send('/reads', { entryIds: [first] }, 'DELETE')
    expect(await unread()).toEqual(before)
    expect(await undo(await newest({ call: 'reads.unmark', count: 1 }))).toBe(200)
    expect(await unread()).toEqual(between)
    await shelf.user.request('/reads', { method: 'DELETE', body: { entryIds: [first] } })
  })

  test('all that was marked read at once is unread again, and nothing else', async () => {
    const [first = ''] = shelf.entries
    await shelf.user.request('/reads', { method: 'POST', body: { entryIds: [first] } })
    const before = await unread()
    await send('/reads/all', { feedIdList: shelf.feeds })
    expect(await unread()).toEqual({})
    expect(await undo(await newest({ call: 'reads.markAll', count: 5 }))).toBe(200)
    expect(await unread()).toEqual(before)
    await shelf.user.request('/reads', { method: 'DELETE', body: { entryIds: [first] } })
  })

  test('stars are undone where they changed something', async () => {
    const [first = ''] = shelf.entries
    await send('/collections', { entryId: first })
    const id = await newest({ call: 'collections.add', count: 1, undo: 'possible' })
    await send('/collections', { entryId: first })
    expect((await uses(shelf.user, ''))[0]).toMatchObject({ count: 0, undo: 'never' })
    expect(await newest({ call: 'collections.add', count: 1 })).toBe(id)
    expect(await undo(id)).toBe(200)
    expect(await isStarred(first)).toBe(false)
    await send('/collections', { entryId: first })
    await send('/collections', { entryId: first }, 'DELETE')
    expect(await undo(await newest({ call: 'collections.remove' }))).toBe(200)
    expect(await isStarred(first)).toBe(true)
  })

  test('a feed that was moved or unfollowed is back in its folder, with its title', async () => {
    const before = await followed()
    const [, second = ''] = shelf.feeds
    await send('/subscriptions', { feedId: second, view: 0, category: 'Other', title: 'Theirs' }, 'PATCH')
    expect(await followed()).not.toEqual(before)
    expect(await undo(await newest({ call: 'subscriptions.update', count: 1 }))).toBe(200)
    expect(await followed()).toEqual(before)
    const refused = await send('/subscriptions', { feedIdList: [second] }, 'DELETE')
    const { data } = (await refused.json()) as { data: { confirmation: string } }
    const headers = { 'x-confirmation': data.confirmation }
    expect((await send('/subscriptions', { feedIdList: [second] }, 'DELETE', headers)).status).toBe(200)
    expect(await followed()).toHaveLength(2)
    expect(await undo(await newest({ call: 'subscriptions.delete', count: 1 }))).toBe(200)
    expect(await followed()).toEqual(before)
  })

  test('the rules are what they were', async () => {
    const rules = (name: string) => ({ rules: [{ name, condition: [], result: { star: true } }] })
    await shelf.user.request('/actions', { method: 'PUT', body: rules('Mine') })
    const refused = await send('/actions', rules('Theirs'), 'PUT')
    const { data } = (await refused.json()) as { data: { confirmation: string } }
    await send('/actions', rules('Theirs'), 'PUT', { 'x-confirmation': data.confirmation })
    expect(await undo(await newest({ call: 'actions.put' }))).toBe(200)
    const stored = await dataOf<{ rules: { name: string }[] }>(shelf.user.request('/actions'))
    expect(stored.rules.map(({ name }) => name)).toEqual(['Mine'])
  })

  test('each use has its origin: an assistant, another reader, a program', async () => {
    const [first = ''] = shelf.entries
    const assistant = await connectOverHttp(server, token.password)
    await assistant.call('mark', { state: 'read', entry: [first] })
    await assistant.close()
    await newest({ entrance: 'mcp', call: 'reads.mark', undo: 'possible' })
    const reader = await greaderOf(server, { user: shelf.user, password: token.password }, '')
    now += 1
    await reader.post('edit-tag', { i: [first], r: 'user/-/state/com.google/read' })
    await newest({ entrance: 'sync', call: 'reads.unmark' })
    // No header makes a program an assistant.
    now += 1
    await send('/reads', { entryIds: [first] }, 'POST', { mcp: 'true' })
    const [program] = await uses(shelf.user, '')
    expect(program).toMatchObject({ entrance: 'api', call: 'reads.mark' })
  })

  test('reading is counted by the hour, and left out of the changes', async () => {
    const reads = async () =>
      (await uses(shelf.user, '')).filter(({ call }) => call === 'reads.totalCount').map(({ count }) => count)
    await token.request('/reads/total-count')
    await token.request('/reads/total-count')
    expect(await reads()).toEqual([2])
    now += 3_600_001
    await token.request('/reads/total-count')
    expect(await reads()).toEqual([1, 2])
    expect((await uses()).map(({ call }) => call)).not.toContain('reads.totalCount')
  })

  test('another user sees and undoes nothing of it, and no token does', async () => {
    const [first = ''] = shelf.entries
    await send('/collections', { entryId: first }, 'DELETE')
    const id = await newest({ call: 'collections.remove', undo: 'possible' })
    expect(await uses(bob, '')).toEqual([])
    expect(await undo(id, bob)).toBe(404)
    expect((await send('/token-uses/undo', { id })).status).toBe(403)
    expect((await token.request('/token-uses')).status).toBe(403)
    expect(await isStarred(first)).toBe(false)
  })

  test('changes of the user are no uses, and uses are forgotten after thirty days', async () => {
    const count = (await uses(shelf.user, '')).length
    await shelf.user.request('/collections', { method: 'POST', body: { entryId: shelf.entries[1] } })
    expect(await uses(shelf.user, '')).toHaveLength(count)
    await pruneTokenUses(server.storage, now + 31 * 86_400_000)
    expect(await uses(shelf.user, '')).toEqual([])
  })
})
