import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOON, seedEntries, seedFeed, seedSubscription } from '../../../tests/support/library.ts'
import { PASSWORD, startTestServer, type TestServer, type TestUser } from '../../../tests/support/server.ts'
import { kinds, testId } from '../../../tests/support/storage.ts'
import type { ReceivedInvitation, SharedFolder, SharedMark } from '../../contract/shared-folders.ts'
import { moveFeed } from '../feeds/store/move-feed.ts'
import { selectFeeds } from '../storage/feeds/feed-schedule.ts'
import { addFeedRequest } from '../storage/feeds/feed-requests.ts'

type Body = Readonly<Record<string, unknown>>
const send = async (who: TestUser, method: string, path: string, body?: Body) => {
  const response = await who.request(`/shared-folders${path}`, { method, body })
  const { code, data } = (await response.json()) as { code: number; data?: unknown }
  return { code, data }
}
const done = async (who: TestUser, method: string, path: string, body?: Body): Promise<unknown> => {
  const { code, data } = await send(who, method, path, body)
  expect([method, path, code]).toEqual([method, path, 0])
  return data
}
const listOf = async (who: TestUser) =>
  (await done(who, 'GET', '')) as { folders: SharedFolder[]; invitations: ReceivedInvitation[] }
const marksOf = async (who: TestUser) =>
  ((await done(who, 'GET', '/marks')) as SharedMark[]).map(({ title, stars, notes }) => ({
    title,
    stars: stars.map(({ name }) => name),
    notes: notes.map(({ name, note }) => `${name}: ${note}`),
  }))
const NOT_FOUND = 6
const NO_PERMISSION = 1004
const OVER = 97011
const NOT_SHAREABLE = 97009

describe.each(kinds)('a shared folder on %s', (kind) => {
  let server: TestServer
  let ada: TestUser
  let bob: TestUser
  let carol: TestUser
  let eve: TestUser
  beforeAll(async () => {
    server = await startTestServer({ kind })
    ada = await server.signUp('ada')
    bob = await server.signUp('bob')
    carol = await server.signUp('carol')
    eve = await server.signUp('eve')
    for (const { id, name } of [
      { ...bob, name: 'bob' },
      { ...carol, name: 'carol' },
    ])
      await server.storage.db.updateTable('user').set({ handle: name }).where('id', '=', id).execute()
  })
  afterAll(() => server.close())

  const feedWithEntry = async (title: string) => {
    const feedId = await seedFeed(server.storage, { title })
    const [entryId = ''] = await seedEntries(server.storage, feedId, [{ title: `In ${title}` }])
    return { feedId, entryId }
  }
  const create = async (feedIds: readonly string[], title = 'Family'): Promise<string> => {
    const { id } = (await done(ada, 'POST', '', { title })) as { id: string }
    if (feedIds.length > 0) await done(ada, 'POST', '/feeds', { id, feedIds })
    return id
  }
  const tokenFor = async (id: string): Promise<string> => {
    const { path } = (await done(ada, 'POST', '/invitations', { id })) as { path: string }
    expect(path).toMatch(/^\/shared-folder\/[\w-]{32}$/)
    return path.split('/').at(-1) ?? ''
  }
  const join = async (who: TestUser, id: string): Promise<void> =>
    void (await done(who, 'POST', '/invitation', { token: await tokenFor(id), accept: true }))
  const followed = async (who: TestUser) =>
    server.storage.db
      .selectFrom('subscriptions')
      .select(['feedId', 'category', 'view'])
      .where('userId', '=', who.id)
      .orderBy('feedId')
      .execute()
  const star = (who: TestUser, entryId: string) =>
    who.request('/collections', { method: 'POST', body: { entryId } })
  const note = (who: TestUser, entryId: string, text: string) =>
    who.request('/highlights', { method: 'POST', body: { entryId, note: text } })
  const end = (id: string) => done(ada, 'DELETE', '', { id })

  test('begins with a folder of the owner, without what cannot be shared', async () => {
    const { feedId } = await feedWithEntry('Open')
    const [hidden, requested] = [await seedFeed(server.storage), testId()]
    const access = { userAgent: null, proxy: null, username: 'ada', password: 'sealed', cookie: null }
    const settings = { ...access, allowsInsecure: 0, ignoresEdits: 0, usesFetcher: 0 } as const
    const mine = { id: requested, userId: ada.id, now: NOON, settings }
    await addFeedRequest(server.storage, { url: `https://bank.example/${requested}` }, mine)
    await seedSubscription(server.storage, ada.id, feedId, { category: 'News', view: 2 })
    await seedSubscription(server.storage, ada.id, hidden, { category: 'News', isPrivate: 1 })
    await seedSubscription(server.storage, ada.id, requested, { category: 'News', isPrivate: 1 })
    expect(await done(ada, 'POST', '', { title: 'Ours', category: 'News' })).toMatchObject({ omitted: 2 })
    expect(await send(ada, 'POST', '', { title: 'Again', category: 'News' })).toMatchObject({ code: 3 })
    const [folder] = (await listOf(ada)).folders
    expect(folder).toMatchObject({ title: 'Ours', category: 'News', isOwner: true, sharesStars: false })
    expect(folder?.feeds.map(({ id }) => id)).toEqual([feedId])

    await ada.request('/inboxes', { method: 'POST', body: { handle: `ada${testId()}`, title: 'Mail' } })
    const inbox = await server.storage.db
      .selectFrom('inboxes')
      .select('feedId')
      .where('userId', '=', ada.id)
      .executeTakeFirstOrThrow()
    const made = await ada.request('/lists', { method: 'POST', body: { title: 'L', view: 0, fee: 0 } })
    const { data: list } = (await made.json()) as { data: { id: string } }
    for (const id of [hidden, requested, inbox.feedId, list.id, 'nothing'])
      expect(await send(ada, 'POST', '/feeds', { id: folder?.id, feedIds: [feedId, id] })).toMatchObject({
        code: NOT_SHAREABLE,
      })
    await join(bob, folder?.id ?? '')
    expect((await followed(bob)).filter((row) => row.category === 'Ours')).toEqual([
      { feedId, category: 'Ours', view: 2 },
    ])
    await end(folder?.id ?? '')
    expect((await followed(bob)).filter((row) => row.category === 'Ours')).toEqual([])
    expect((await followed(ada)).some((row) => row.feedId === feedId)).toBe(true)
  })

  test('brings its feeds to members, doubles none, and takes them along', async () => {
    const [one, two, three] = [await feedWithEntry('1'), await feedWithEntry('2'), await feedWithEntry('3')]
    await seedSubscription(server.storage, carol.id, one.feedId, { category: 'Mine' })
    await seedSubscription(server.storage, carol.id, three.feedId, { category: 'Family' })
    const id = await create([one.feedId, two.feedId])
    await join(carol, id)
    const at = async (feedId: string) =>
      (await followed(carol)).filter((row) => row.feedId === feedId).map(({ category }) => category)
    expect([await at(one.feedId), await at(two.feedId)]).toEqual([['Mine'], ['Family 2']])
    const profile = await eve.request(`/subscriptions?userId=${carol.id}`)
    expect(await profile.text()).not.toContain(two.feedId)
    await done(ada, 'PATCH', '', { id, title: 'Home' })
    expect((await listOf(carol)).folders[0]).toMatchObject({ title: 'Home', category: 'Family 2' })
    await done(ada, 'DELETE', '/feeds', { id, feedId: two.feedId })
    expect(await at(two.feedId)).toEqual([])
    await done(ada, 'POST', '/feeds', { id, feedIds: [two.feedId] })
    expect(await at(two.feedId)).toEqual(['Family 2'])
    const moved = await carol.request('/subscriptions', {
      method: 'PATCH',
      body: { feedId: two.feedId, view: 0, category: 'Mine' },
    })
    expect(moved.status).toBe(200)
    await done(carol, 'DELETE', '/members', { id, userId: carol.id })
    expect([await at(one.feedId), await at(two.feedId), await at(three.feedId)]).toEqual([
      ['Mine'],
      ['Mine'],
      ['Family'],
    ])
    expect((await listOf(carol)).folders).toEqual([])
    await end(id)
  })

  test('keeps a feed that another folder of the member has, and stops at the limit of a trial', async () => {
    const { feedId } = await feedWithEntry('Both')
    const [id, other] = [await create([feedId], 'A'), await create([feedId], 'B')]
    await join(bob, id)
    await join(bob, other)
    const at = async () =>
      (await followed(bob)).filter((row) => row.feedId === feedId).map(({ category }) => category)
    expect(await at()).toEqual(['A'])
    await end(id)
    expect(await at()).toEqual(['B'])
    await end(other)
    expect(await at()).toEqual([])

    const many = await Promise.all(Array.from({ length: 21 }, () => seedFeed(server.storage)))
    const large = await create(many, 'Large')
    const tom = await server.signUp('tom')
    await server.storage.db.updateTable('user').set({ role: 'trial' }).where('id', '=', tom.id).execute()
    const token = await tokenFor(large)
    expect(await send(tom, 'POST', '/invitation', { token, accept: true })).toMatchObject({ code: 1100 })
    expect((await followed(tom)).length).toBe(0)
    await join(eve, large)
    expect((await followed(eve)).length).toBe(21)
    await end(large)
    expect((await followed(eve)).length).toBe(0)
  })

  test('shows stars and notes of those alone who chose it, and hides them at once', async () => {
    const { feedId, entryId } = await feedWithEntry('Shared')
    const outside = await feedWithEntry('Outside')
    await seedSubscription(server.storage, bob.id, outside.feedId)
    const id = await create([feedId])
    await join(bob, id)
    await join(carol, id)
    for (const entry of [entryId, outside.entryId]) {
      await star(bob, entry)
      await note(bob, entry, 'by bob')
      await star(carol, entry)
      await note(carol, entry, 'by carol')
    }
    expect(await marksOf(ada)).toEqual([])
    await done(bob, 'PUT', '/choices', { id, sharesStars: true })
    expect(await marksOf(ada)).toEqual([{ title: 'In Shared', stars: ['bob'], notes: [] }])
    expect(await marksOf(bob)).toEqual([])
    await done(bob, 'PUT', '/choices', { id, sharesNotes: true })
    await done(carol, 'PUT', '/choices', { id, sharesNotes: true })
    expect(await marksOf(ada)).toEqual([
      {
        title: 'In Shared',
        stars: ['bob'],
        notes: expect.arrayContaining(['bob: by bob', 'carol: by carol']),
      },
    ])
    expect(await marksOf(eve)).toEqual([])
    const page = await (await server.app.request(`/share/entries/${entryId}`)).text()
    expect(page).not.toMatch(/by bob|by carol/)

    await done(bob, 'PUT', '/choices', { id, sharesStars: false, sharesNotes: false })
    expect(await marksOf(ada)).toEqual([{ title: 'In Shared', stars: [], notes: ['carol: by carol'] }])
    await done(bob, 'PUT', '/choices', { id, sharesStars: true })
    await server.storage.db
      .updateTable('subscriptions')
      .set({ isPrivate: 1 })
      .where('userId', '=', bob.id)
      .where('feedId', '=', feedId)
      .execute()
    expect((await marksOf(ada))[0]?.stars).toEqual([])
    await done(carol, 'DELETE', '/members', { id, userId: carol.id })
    expect(await marksOf(ada)).toEqual([])
    expect(await marksOf(carol)).toEqual([])
    await end(id)
  })

  test('is closed to users who are no members, or no longer, and is changed by its owner alone', async () => {
    const { feedId, entryId } = await feedWithEntry('Closed')
    const other = await feedWithEntry('Other')
    const id = await create([feedId], 'Secret title')
    await join(bob, id)
    const changes: [string, string, Body][] = [
      ['PATCH', '', { id, title: 'Taken' }],
      ['DELETE', '', { id }],
      ['POST', '/invitations', { id }],
      ['POST', '/invitations', { id, handle: 'eve' }],
      ['DELETE', '/invitations', { id, invitationId: 'any' }],
      ['POST', '/feeds', { id, feedIds: [other.feedId] }],
      ['DELETE', '/feeds', { id, feedId }],
      ['DELETE', '/members', { id, userId: ada.id }],
      ['PUT', '/choices', { id, sharesStars: true }],
    ]
    const refusals = async (who: TestUser) =>
      Promise.all(changes.map(async ([method, path, body]) => (await send(who, method, path, body)).code))
    expect(new Set(await refusals(eve))).toEqual(new Set([NOT_FOUND]))
    expect(await refusals(bob)).toEqual([...Array.from({ length: 8 }, () => NO_PERMISSION), 0])
    await done(ada, 'PATCH', '', { id, membersMayAdd: true })
    await done(bob, 'POST', '/feeds', { id, feedIds: [other.feedId] })
    expect((await followed(ada)).some((row) => row.feedId === other.feedId)).toBe(true)

    await star(bob, entryId)
    expect((await marksOf(ada)).length).toBe(1)
    await done(ada, 'DELETE', '/members', { id, userId: bob.id })
    expect(await marksOf(ada)).toEqual([])
    expect(new Set(await refusals(bob))).toEqual(new Set([NOT_FOUND]))
    expect(JSON.stringify(await listOf(bob))).not.toContain('Secret title')
    await done(ada, 'PUT', '/choices', { id, sharesStars: true })
    await star(ada, entryId)
    expect(await marksOf(bob)).toEqual([])
    expect(await send(ada, 'DELETE', '/members', { id, userId: ada.id })).toMatchObject({ code: 3 })
    await end(id)
  })

  test('has the feed onto which one of its feeds moved, also for members', async () => {
    const [from, to] = [await feedWithEntry('Old'), await feedWithEntry('New')]
    const id = await create([from.feedId])
    await join(bob, id)
    const { db } = server.storage
    const old = await selectFeeds(db).where('id', '=', from.feedId).executeTakeFirstOrThrow()
    const { url } = await db
      .selectFrom('feeds')
      .select('url')
      .where('id', '=', to.feedId)
      .executeTakeFirstOrThrow()
    await db.transaction().execute((trx) => moveFeed(trx, old, url))
    expect((await listOf(bob)).folders.find((one) => one.id === id)?.feeds.map((feed) => feed.id)).toEqual([
      to.feedId,
    ])
    await end(id)
    expect((await followed(bob)).some((row) => [from.feedId, to.feedId].includes(row.feedId))).toBe(false)
  })

  test('is joined by a link once, and says nothing of who has a handle', async () => {
    const id = await create([])
    const token = await tokenFor(id)
    expect(await done(bob, 'GET', `/invitation?token=${token}`)).toEqual({ title: 'Family', by: 'ada' })
    await done(bob, 'POST', '/invitation', { token, accept: true })
    for (const who of [bob, eve])
      expect(await send(who, 'POST', '/invitation', { token, accept: true })).toMatchObject({ code: OVER })
    const stored = await server.storage.db.selectFrom('sharedFolderInvitations').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(token)

    const known = await done(ada, 'POST', '/invitations', { id, handle: '@Carol' })
    expect(await done(ada, 'POST', '/invitations', { id, handle: 'nobody' })).toEqual(known)
    expect(await done(ada, 'POST', '/invitations', { id, handle: eve.id })).toEqual(known)
    const open = (await listOf(ada)).folders.find((one) => one.id === id)?.invitations ?? []
    expect(open.map(({ handle }) => handle)).toEqual(['carol', 'nobody', eve.id.toLowerCase()])
    expect((await listOf(eve)).invitations).toEqual([])
    const [received] = (await listOf(carol)).invitations
    expect(received).toMatchObject({ title: 'Family', by: 'ada' })
    const answer = { invitationId: received?.id, accept: true }
    expect(await send(eve, 'POST', '/invitation', answer)).toMatchObject({ code: OVER })
    await done(carol, 'POST', '/invitation', { ...answer, accept: false })
    expect(await send(carol, 'POST', '/invitation', answer)).toMatchObject({ code: OVER })
    expect((await listOf(carol)).folders.map((one) => one.id)).not.toContain(id)
    const withdrawn = await tokenFor(id)
    for (const { id: invitationId } of (await listOf(ada)).folders.find((one) => one.id === id)
      ?.invitations ?? [])
      await done(ada, 'DELETE', '/invitations', { id, invitationId })
    expect(await send(eve, 'POST', '/invitation', { token: withdrawn, accept: true })).toMatchObject({
      code: OVER,
    })
    await end(id)
  })

  test('lets one of two who use a link at once in, and nobody into a folder that ends', async () => {
    const { feedId } = await feedWithEntry('Race')
    const id = await create([feedId])
    const token = await tokenFor(id)
    const answers = await Promise.all(
      [bob, carol, eve].map((who) => send(who, 'POST', '/invitation', { token, accept: true })),
    )
    expect(answers.map(({ code }) => code).toSorted()).toEqual([0, OVER, OVER])
    const [first] = [bob, carol, eve].filter((_, at) => answers[at]?.code === 0)
    if (!first) throw new Error('Nobody got in.')

    const [removed, added] = await Promise.all([
      send(ada, 'DELETE', '/members', { id, userId: first.id }),
      send(ada, 'POST', '/feeds', { id, feedIds: [(await feedWithEntry('Late')).feedId] }),
    ])
    expect([removed?.code, added?.code]).toEqual([0, 0])
    const left = await server.storage.db
      .selectFrom('subscriptions')
      .select('id')
      .where('sharedFolderId', '=', id)
      .where('userId', '=', first.id)
      .execute()
    expect(left).toEqual([])

    const last = await tokenFor(id)
    const [answer] = await Promise.all([
      send(bob, 'POST', '/invitation', { token: last, accept: true }),
      send(ada, 'DELETE', '', { id }),
    ])
    expect([0, OVER]).toContain(answer?.code)
    expect((await listOf(bob)).folders.map((one) => one.id)).not.toContain(id)
    expect((await followed(bob)).some((row) => row.feedId === feedId)).toBe(false)
  })

  test('tells open clients of the other members', async () => {
    const { feedId, entryId } = await feedWithEntry('Live')
    const id = await create([feedId])
    await join(bob, id)
    const announced: string[] = []
    const { live } = server.services
    const changed = live.changed
    Object.assign(live, {
      changed: (userId: string, change: { call: string }) => {
        if (userId === ada.id) announced.push(change.call)
      },
    })
    try {
      await star(bob, entryId)
      expect(announced).toEqual([])
      await done(bob, 'PUT', '/choices', { id, sharesStars: true })
      await bob.request('/collections', { method: 'DELETE', body: { entryId } })
      expect(announced).toEqual(['sharedFolders.update', 'sharedFolders.marks'])
    } finally {
      Object.assign(live, { changed })
    }
    await end(id)
  })

  test('tells strangers nothing, and whom it invites once', async () => {
    const id = await create([])
    const announced: string[] = []
    const { live } = server.services
    const changed = live.changed
    Object.assign(live, { changed: (userId: string) => userId !== ada.id && announced.push(userId) })
    try {
      await done(ada, 'DELETE', '/members', { id, userId: eve.id })
      expect(announced).toEqual([])
      await done(ada, 'POST', '/invitations', { id, handle: 'bob' })
      await done(ada, 'POST', '/invitations', { id, handle: 'bob' })
      expect(announced).toEqual([bob.id])
    } finally {
      Object.assign(live, { changed })
    }
    await end(id)
  })

  test('ends with the account of its owner, and loses a member with theirs', async () => {
    const { feedId, entryId } = await feedWithEntry('Account')
    const dan = await server.signUp('dan')
    const { id } = (await done(dan, 'POST', '', { title: 'Of Dan' })) as { id: string }
    await done(dan, 'POST', '/feeds', { id, feedIds: [feedId] })
    const { path } = (await done(dan, 'POST', '/invitations', { id })) as { path: string }
    const fay = await server.signUp('fay')
    const token = path.split('/').at(-1)
    await done(fay, 'POST', '/invitation', { token, accept: true })
    await done(fay, 'PUT', '/choices', { id, sharesStars: true })
    await star(fay, entryId)
    expect((await marksOf(dan)).length).toBe(1)
    const remove = (who: TestUser) =>
      who.request('/better-auth/delete-user', { method: 'POST', body: { password: PASSWORD } })
    const gil = await server.signUp('gil')
    const more = (await done(dan, 'POST', '/invitations', { id })) as { path: string }
    await done(gil, 'POST', '/invitation', { token: more.path.split('/').at(-1), accept: true })
    expect((await remove(fay)).status).toBe(200)
    expect(await marksOf(dan)).toEqual([])
    expect((await listOf(dan)).folders[0]?.members.map(({ name }) => name)).toEqual(['dan', 'gil'])
    expect((await followed(gil)).length).toBe(1)
    expect((await remove(dan)).status).toBe(200)
    expect([await followed(gil), (await listOf(gil)).folders]).toEqual([[], []])
  })
})
