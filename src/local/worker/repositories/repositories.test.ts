import { expect, test } from 'vitest'
import type { LocalNotice, SubscriptionSet } from '../../calls.ts'
import { memoryLocal } from '../../memory-local.ts'
import { entry } from '../entry.sample.ts'

const user = {
  id: 'u9',
  name: 'Nine',
  image: null,
  handle: null,
  emailVerified: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  suspended: null,
  deleted: null,
}
const set: SubscriptionSet = {
  subscriptions: [
    {
      id: 'feed/f1',
      type: 'feed',
      feedId: 'f1',
      listId: null,
      inboxId: null,
      userId: 'u1',
      view: 3,
      isPrivate: true,
      hideFromTimeline: false,
      title: null,
      category: 'News',
      createdAt: 12,
    },
  ],
  feeds: [
    {
      type: 'feed',
      id: 'f1',
      url: 'https://a.example/feed',
      title: 'A',
      owner: user,
      tipUsers: [user],
      updatesPerWeek: 1.5,
    },
  ],
  lists: [
    {
      type: 'list',
      id: 'l1',
      view: 1,
      feedIds: ['f1'],
      fee: 0,
      title: 'L',
      createdAt: null,
      updatedAt: null,
      owner: user,
    },
  ],
  inboxes: [{ type: 'inbox', id: 'mine', secret: 's', title: 'Mail' }],
}

test('subscriptions come back as they were, whatever the wire sent with them', async () => {
  const local = memoryLocal()
  const notifications: LocalNotice[] = []
  await local.call('subscriptions.replace', set)
  local.listen((notice) => notifications.push(notice))
  await local.call('subscriptions.replace', set)
  expect(notifications.filter(({ is }) => is === 'changed')).toEqual([])
  expect(await local.call('subscriptions.all')).toMatchObject(set)
  await local.call('subscriptions.replace', { subscriptions: [], feeds: [], lists: [], inboxes: [] })
  expect(await local.call('subscriptions.all')).toEqual({
    subscriptions: [],
    feeds: [],
    lists: [],
    inboxes: [],
  })
})

test('an entry comes back as it was, and a later one without content leaves the content alone', async () => {
  const local = memoryLocal()
  const full = entry({
    id: 'e1',
    categories: ['a', 'b'],
    media: [{ type: 'photo', url: 'https://a.example/i.png', width: 3, height: 2 }],
    attachments: [{ url: 'https://a.example/a.mp3', duration_in_seconds: '1:02' }],
    extra: { links: [] },
    settings: { silence: true },
    sources: ['l1'],
    language: 'zh-CN',
    starredAt: 99,
    view: 2,
  })
  const { view: _, ...head } = full
  await local.call('entries.put', [{ ...full, content: '<p>one</p>' }])
  await local.call('entries.putReadability', { id: 'e1', content: '<p>page</p>', at: 7 })
  await local.call('entries.put', [{ ...full, title: 'newer' }])
  expect(await local.call('entries.heads', ['none', 'e1'])).toEqual([{ ...head, title: 'newer' }])
  expect(await local.call('entries.body', 'e1')).toEqual({
    content: '<p>one</p>',
    readabilityContent: '<p>page</p>',
    readabilityUpdatedAt: 7,
  })
  expect(await local.call('entries.withoutContent', ['e1', 'e2'])).toEqual(['e2'])
})

test('a star without a view is in the view of its feed', async () => {
  const local = memoryLocal()
  await local.call('subscriptions.replace', set)
  await local.call('entries.put', [entry({ id: 'e1', feedId: 'f1', starredAt: 5 })])
  const page = await local.call('timeline.page', {
    of: { starsOf: 3 },
    unreadOnly: false,
    after: null,
    limit: 5,
  })
  expect(page).toEqual({ ids: ['e1'], times: [1000], done: true })
})

test('content of a missing entry is not stored', async () => {
  const local = memoryLocal()
  await local.call('entries.putContents', [{ id: 'gone', content: 'x' }])
  expect(await local.call('entries.body', 'gone')).toBeNull()
})

test('two thousand entries at once are all stored, and other calls are served in between', async () => {
  const local = memoryLocal()
  const order: string[] = []
  const many = Array.from({ length: 2000 }, (_, index) => entry({ id: `e${index}`, feedId: `f${index % 7}` }))
  const putting = local.call('entries.put', many).then(() => order.push('put'))
  const asking = local.call('unread.all').then(() => order.push('asked'))
  await Promise.all([putting, asking])
  expect(order).toEqual(['asked', 'put'])
  const counts = await local.call('timeline.unreadCounts')
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(2000)
})

test('settings and images are found again', async () => {
  const local = memoryLocal()
  await local.call('settings.put', { tab: 'general', payload: { language: 'ja' }, updated: 3 })
  expect(await local.call('settings.all')).toEqual({ general: { payload: { language: 'ja' }, updated: 3 } })
  await local.call('images.put', [{ url: 'i', width: 3, height: 4, colors: ['#fff'] }])
  await local.call('images.put', [{ url: 'i', width: 5, height: 6 }])
  expect(await local.call('images.get', ['i', 'j'])).toEqual({ i: { width: 5, height: 6, colors: ['#fff'] } })
  expect(await local.call('images.get', [])).toEqual({})
})

test('summaries and translations are stored by language, and go when the content changes', async () => {
  const local = memoryLocal()
  await local.call('entries.put', [entry({ id: 'e1', content: 'one' }), entry({ id: 'e2', content: 'two' })])
  await local.call('summaries.put', { entryId: 'e1', language: 'ja', readabilityContent: '長い要約' })
  const summaries = () => local.call('summaries.get', { ids: ['e1', 'e2'], language: 'ja' })
  expect(await summaries()).toEqual([{ entryId: 'e1', readabilityContent: '長い要約' }])
  await local.call('summaries.put', { entryId: 'e1', language: 'ja', content: '要約' })
  expect(await summaries()).toEqual([{ entryId: 'e1', content: '要約', readabilityContent: '長い要約' }])
  expect(await local.call('summaries.get', { ids: ['e1'], language: 'en' })).toEqual([])

  await local.call('translations.put', [
    { entryId: 'e1', language: 'ja', title: '題' },
    { entryId: 'e2', language: 'ja', title: '題二' },
  ])
  await local.call('translations.put', [{ entryId: 'e1', language: 'ja', content: '<p>本文</p>' }])
  const translations = () => local.call('translations.get', { ids: ['e1', 'e2'], language: 'ja' })
  expect(await translations()).toEqual([
    { entryId: 'e1', title: '題', content: '<p>本文</p>' },
    { entryId: 'e2', title: '題二' },
  ])

  await local.call('entries.put', [entry({ id: 'e1', content: 'changed' })])
  expect(await summaries()).toEqual([])
  expect(await translations()).toEqual([{ entryId: 'e2', title: '題二' }])
})

test('feeds that are stored already are no change', async () => {
  const local = memoryLocal()
  const changes: LocalNotice[] = []
  local.listen((notice) => notice.is === 'changed' && changes.push(notice))
  const feed = {
    type: 'feed' as const,
    id: 'f1',
    url: 'https://f1.example',
    title: 'One',
    subscriptionCount: 2,
    tipUsers: [user],
  }
  await local.call('feeds.put', [feed])
  expect(changes).toEqual([{ is: 'changed', nouns: ['subscriptions'] }])
  await local.call('feeds.put', [feed, feed])
  expect(changes).toHaveLength(1)
  const renamed = { ...feed, title: 'Two' }
  await local.call('feeds.put', [renamed, { ...feed, id: 'f2' }])
  expect(changes).toHaveLength(2)
  expect((await local.call('subscriptions.all')).feeds).toMatchObject([{ title: 'Two' }, { id: 'f2' }])
})

test('feeds of stored entries stay beside those that are followed', async () => {
  const local = memoryLocal()
  const feedOf = (id: string, title: string) => ({
    type: 'feed' as const,
    id,
    url: `https://${id}.example`,
    title,
  })
  await local.call('feeds.put', [feedOf('listed', 'Old'), feedOf('unused', 'Unused')])
  await local.call('feeds.put', [feedOf('listed', 'Listed')])
  await local.call('entries.put', [entry({ id: 'e1', feedId: 'listed' })])
  const followed = { subscriptions: [], feeds: [feedOf('f1', 'Followed')], lists: [], inboxes: [] }
  await local.call('subscriptions.replace', followed)
  const titles = async () =>
    (await local.call('subscriptions.all')).feeds.map(({ title }) => title).toSorted()
  expect(await titles()).toEqual(['Followed', 'Listed'])
  await local.call('subscriptions.replace', { ...followed, feeds: [feedOf('listed', 'Followed now')] })
  expect(await titles()).toEqual(['Followed now'])
})
