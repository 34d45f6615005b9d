// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import type { FirstPage } from '../contract/first-page.ts'
import type { TimelineItem } from '../contract/entries.ts'
import type { Subscription } from '../contract/subscriptions.ts'
import {
  createNotices,
  type Local,
  type LocalCallName,
  type LocalNotice,
  type TimelineAsk,
} from '../local/index.ts'
import { memoryLocal } from '../local/memory-local.ts'
import { testUser } from '../model/testing.ts'
import { answersOf } from './first-page.ts'
import { list } from './startup-cache/list.sample.ts'
import { withStartupCache } from './startup-cache/read.ts'

const feed = { type: 'feed' as const, id: 'tea', url: 'https://tea.example/feed', title: 'Tea' }
const subscription = {
  feedId: 'tea',
  userId: 'ada',
  view: 0,
  category: null,
  title: null,
  isPrivate: false,
  hideFromTimeline: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  feeds: feed,
} as unknown as Subscription
const item = (id: string, minute: number): TimelineItem =>
  ({
    entries: {
      id,
      guid: id,
      title: `Story ${id}`,
      url: `https://tea.example/${id}`,
      description: '',
      author: null,
      authorUrl: null,
      authorAvatar: null,
      language: null,
      publishedAt: `2026-01-02T00:0${minute}:00.000Z`,
      insertedAt: '2026-01-02T01:00:00.000Z',
    },
    feeds: feed,
    read: false,
    from: ['feed'],
  }) as unknown as TimelineItem
const page: FirstPage = {
  user: testUser('ada'),
  imageProxy: 'all',
  subscriptions: [subscription],
  unread: { tea: 2 },
  settings: { settings: {}, updated: {} },
  list: { view: 0, unreadOnly: true, items: [item('two', 2), item('one', 1)], done: true },
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

/** A first visit, over a database in memory. */
function openPage(database: Local = memoryLocal(), sent: FirstPage = page) {
  document.body.innerHTML = ''
  const element = document.createElement('script')
  Object.assign(element, { type: 'application/json', id: 'first-page', textContent: JSON.stringify(sent) })
  document.body.append(element)
  window.startupCache = { build: '/assets/database-1.js', hasFirstPage: true }
  const { promise: listVisible, resolve: showList } = Promise.withResolvers<void>()
  const requests: LocalCallName[] = []
  const notices: LocalNotice[] = []
  const call = ((name: LocalCallName, ...argument: never[]) => {
    requests.push(name)
    return (database.call as (name: LocalCallName, ...argument: never[]) => Promise<unknown>)(
      name,
      ...argument,
    )
  }) as Local['call']
  const local = withStartupCache(() => ({ ...database, call }), listVisible)
  local.listen((notice) => notices.push(notice))
  return { local, database, showList, requests, notices }
}
const startOf = ({ call }: Local) =>
  Promise.all([
    call('user.get'),
    call('subscriptions.all'),
    call('unread.all'),
    call('outbox.all'),
    call('meta.get', 'labels'),
    call('timeline.page', list),
  ])
const outdated = (notices: readonly LocalNotice[]) => notices.filter(({ is }) => is === 'outdated')

afterEach(() => {
  localStorage.clear()
  delete window.startupCache
  document.cookie = 'lectern.stored=; Max-Age=0; Path=/'
  vi.unstubAllGlobals()
})

test('the list of a first visit comes from the page, and the database opens when it is visible', async () => {
  const { local, requests, showList, notices } = openPage()
  const [user, set, unread, outbox, meta, listed] = await startOf(local)
  expect([user?.id, set.subscriptions.length, unread, outbox, meta]).toEqual(['ada', 1, { tea: 2 }, [], null])
  expect([listed.ids, listed.heads?.[0]?.title, listed.done]).toEqual([['two', 'one'], 'Story two', true])
  expect(localStorage.getItem('follow:image-proxy')).toBe('"all"')
  await settled()
  expect(requests).toEqual([])
  showList()
  await settled()
  expect(requests[0]).toBe('user.begin')
  expect(outdated(notices)).toEqual([])
})

test('the database then answers as the page did', async () => {
  const { local, showList } = openPage()
  const before = await startOf(local)
  showList()
  await settled()
  expect(await startOf(local)).toMatchObject(before)
})

test('a change that is made before the list is visible finds its entries in the database', async () => {
  const { local, requests } = openPage()
  await startOf(local)
  const effect = { do: 'read' as const, entryIds: ['two'], read: true }
  const change = { id: 'c1', name: 'reads.mark', noun: 'reads', args: {}, effect, at: 1 }
  const begun = await local.call('outbox.begin', change)
  expect(begun.unreadDelta).toEqual({ tea: 1 })
  expect(requests.indexOf('user.begin')).toBeLessThan(requests.indexOf('outbox.begin'))
})

test('another list than that of the page is read from the database', async () => {
  for (const ask of [
    { ...list, unreadOnly: false },
    { ...list, of: { feedIds: ['coffee'] } },
    { ...list, of: { starsOf: 0 as const } },
  ])
    expect(answersOf(page).answer('timeline.page', ask)).toBeUndefined()
  const ofStars = answersOf({ ...page, list: { ...page.list, unreadOnly: false, isOfStars: true } })
  for (const ask of [
    list,
    { ...list, unreadOnly: false },
    { ...list, unreadOnly: false, of: { starsOf: 1 as const } },
  ])
    expect(ofStars.answer('timeline.page', ask)).toBeUndefined()
  expect(
    ofStars.answer('timeline.page', { ...list, unreadOnly: false, of: { starsOf: 0 as const } }),
  ).toBeDefined()
  const ofFolder = answersOf({ ...page, list: { ...page.list, feedIds: ['tea', 'mate'] } })
  expect(ofFolder.answer('timeline.page', list)).toBeUndefined()
  expect(ofFolder.answer('timeline.page', { ...list, of: { feedIds: ['mate', 'tea'] } })).toBeDefined()
})

test('the page of a search answers for that search in its order, and that of a reading list for an empty one', () => {
  const ask = (of: TimelineAsk['of']) => ({ ...list, of, unreadOnly: false })
  const answerTo = (of: Partial<FirstPage['list']>, asked: TimelineAsk) =>
    answersOf({ ...page, list: { ...page.list, unreadOnly: false, ...of } }).answer('timeline.page', asked)
  const search = { search: { query: 'tea', order: 'old' as const } }
  expect(answerTo(search, ask({ query: { select: 'tea' } }))).toMatchObject({
    ids: ['two', 'one'],
    order: 'old',
  })
  for (const of of [{ query: { select: 'coffee' } }, { feedIds: ['tea'] }, { entryIds: [] }])
    expect(answerTo(search, ask(of))).toBeUndefined()
  expect(answerTo(search, { ...ask({ query: { select: 'tea' } }), unreadOnly: true })).toBeUndefined()
  const readingList = { isReadingList: true as const, items: [] }
  expect(answerTo(readingList, ask({ entryIds: [] }))).toMatchObject({ ids: [], order: 'named' })
  expect(answerTo(readingList, ask({ entryIds: ['one'] }))).toBeUndefined()
  expect(answerTo({}, ask({ query: { select: 'tea' } }))).toBeUndefined()
})

test('the list of a search comes from the page, and the database then answers with it', async () => {
  const ofSearch: TimelineAsk = { ...list, of: { query: { select: 'story' } }, unreadOnly: false }
  const sent = {
    ...page,
    list: { ...page.list, unreadOnly: false, search: { query: 'story', order: 'new' as const } },
  }
  const { local, showList, notices } = openPage(memoryLocal(), sent)
  await local.call('user.get')
  const listed = await local.call('timeline.page', ofSearch)
  expect(listed.ids).toEqual(['two', 'one'])
  showList()
  await settled()
  expect(await local.call('timeline.page', ofSearch)).toMatchObject(listed)
  expect(outdated(notices)).toEqual([])
})

test('a database that has data of the user is shown in place of the page, and that of another is left to the session', async () => {
  for (const [id, count] of [
    ['ada', 1],
    ['bob', 0],
  ] as const) {
    const database = memoryLocal()
    await database.call('user.take', { id, row: testUser(id) })
    await database.call('unread.put', { coffee: 7 })
    const { showList, notices } = openPage(database)
    showList()
    await settled()
    expect(outdated(notices)).toHaveLength(count)
    expect(await database.call('unread.all')).toEqual({ coffee: 7 })
  }
})

test('who signed out before is nobody: the page is stored', async () => {
  const database = memoryLocal()
  await database.call('user.take', { id: '', row: {} })
  const { showList } = openPage(database)
  showList()
  await settled()
  expect([(await database.call('user.get'))?.id, await database.call('unread.all')]).toEqual([
    'ada',
    { tea: 2 },
  ])
  expect(await database.call('user.take', { id: 'bob', row: testUser('bob') })).toEqual({ wiped: true })
})

test('the server is told whose data is stored, and no longer where nothing is', async () => {
  const emitted = createNotices()
  const stored = { ...memoryLocal(), listen: emitted.listen }
  const { local } = openPage(stored)
  await local.call('user.take', { id: 'ada', row: testUser('ada') })
  expect(document.cookie).toContain('lectern.stored=ada')
  await local.call('database.reset')
  expect(document.cookie).not.toMatch(/lectern\.stored=\w/)
  emitted.notify({ is: 'memory', reason: 'noFiles' })
  await local.call('user.take', { id: 'ada', row: testUser('ada') })
  expect(document.cookie).not.toMatch(/lectern\.stored=\w/)
})
