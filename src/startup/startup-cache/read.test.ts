// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import {
  callKey,
  createNotices,
  type Local,
  type LocalCallName,
  type LocalNotice,
  type TimelineAsk,
} from '../../local/index.ts'
import { SNAPSHOT_KEY } from '../snapshot/types.ts'
import { list } from './list.sample.ts'
import { withStartupCache } from './read.ts'
import { STARTUP_CACHE_KEY, type CachedStart } from './types.ts'

const onward: TimelineAsk = { ...list, after: { publishedAt: 1, id: 'two' }, heads: 0 }
const page = { ids: ['one', 'two'], times: [2, 1], done: true, heads: [] }
const truth: Readonly<Record<string, unknown>> = {
  [callKey('user.get', undefined)]: { id: 'ada', row: {} },
  [callKey('unread.all', undefined)]: { tea: 2 },
  [callKey('outbox.all', undefined)]: [],
  [callKey('timeline.page', list)]: page,
}
const body = { content: 'The text of one', readabilityContent: null, readabilityUpdatedAt: null }
const cachedStart: CachedStart = {
  build: '/assets/database-1.js',
  user: 'ada',
  places: ['/'],
  files: '1 1',
  answers: Object.fromEntries(Object.entries(truth).map(([key, answer]) => [key, JSON.stringify(answer)])),
  bodies: { one: body },
  pictures: {
    'https://p.example/a.png': { width: 4, height: 3, colors: [] },
    'https://p.example/b.png': null,
  },
}

/** A page that may have kept its list, over a database that answers from a record. */
function openPage(cached: CachedStart | undefined, answers: Readonly<Record<string, unknown>> = truth) {
  if (cached) localStorage.setItem(STARTUP_CACHE_KEY, JSON.stringify(cached))
  window.startupCache = { build: cachedStart.build, cached }
  const { promise: listVisible, resolve: showList } = Promise.withResolvers<void>()
  const requests: LocalCallName[] = []
  const received: LocalNotice[] = []
  const notices = createNotices()
  let opened = 0
  const database = {
    call: async (name: LocalCallName, argument: unknown) => {
      requests.push(name)
      if (name !== 'answers.all') return answers[callKey(name, argument)] ?? null
      const keys = argument as readonly string[]
      return Object.fromEntries(keys.map((key) => [key, JSON.stringify(answers[key] ?? null)]))
    },
    listen: notices.listen,
    close: () => undefined,
  } as Local
  const local = withStartupCache(() => {
    opened += 1
    return database
  }, listVisible)
  local.listen((notice) => received.push(notice))
  return { local, showList, requests, received, notify: notices.notify, opened: () => opened }
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 5))
const startOf = ({ call }: Local) =>
  Promise.all([call('user.get'), call('unread.all'), call('outbox.all'), call('timeline.page', list)])

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  delete window.startupCache
})

test('a start is answered from the cache, and the database opens when the list is visible', async () => {
  const { local, showList, requests, opened } = openPage(cachedStart)
  expect(await startOf(local)).toEqual(Object.values(truth))
  await settled()
  expect([opened(), requests]).toEqual([0, []])
  showList()
  await settled()
  expect(opened()).toBe(1)
})

test('without a cache the database opens with the first call', async () => {
  const { local, opened, requests } = openPage(undefined)
  expect(await startOf(local)).toEqual(Object.values(truth))
  expect(opened()).toBe(1)
  expect(requests).toEqual(['user.get', 'unread.all', 'outbox.all', 'timeline.page'])
})

test('a list that is not the cached one opens the database', async () => {
  const { local, opened } = openPage(cachedStart)
  await local.call('timeline.page', { ...list, unreadOnly: false })
  expect(opened()).toBe(1)
})

test('calls that the list is not drawn from wait until it is visible', async () => {
  const { local, showList, requests } = openPage(cachedStart)
  const late = Promise.all([
    local.call('journal.newest'),
    local.call('entries.heads', ['three']),
    local.call('timeline.page', { ...list, heads: 0, after: { publishedAt: 1, id: 'two' } }),
  ])
  await settled()
  expect(requests).toEqual([])
  showList()
  await late
  expect(requests.slice(-3).toSorted()).toEqual(['entries.heads', 'journal.newest', 'timeline.page'])
})

test('the cached results are compared with the database before any other call', async () => {
  const { local, requests, received, showList } = openPage(cachedStart)
  await startOf(local)
  await local.call('outbox.refused', ['one'])
  showList()
  await settled()
  expect(requests.slice(0, 2)).toEqual(['answers.all', 'outbox.refused'])
  expect(received).toEqual([])
})

test('other results are notified as outdated', async () => {
  for (const other of [
    { [callKey('unread.all', undefined)]: { tea: 1 } },
    { [callKey('user.get', undefined)]: { id: 'bob', row: {} } },
    { [callKey('outbox.all', undefined)]: [{ id: 'waiting' }] },
    { [callKey('timeline.page', list)]: { ...page, ids: ['two'], times: [1] } },
  ]) {
    const { showList, received } = openPage(cachedStart, { ...truth, ...other })
    showList()
    await settled()
    expect(received).toEqual([{ is: 'outdated' }])
  }
})

test('once the database is open, the cached results are no longer used', async () => {
  const { local, requests } = openPage(cachedStart, {
    ...truth,
    [callKey('outbox.all', undefined)]: ['begun'],
  })
  await local.call('outbox.accepted', [])
  expect(await local.call('outbox.all')).toEqual(['begun'])
  expect(requests.at(-1)).toBe('outbox.all')
})

test('of a database that is reset the list is not shown again', async () => {
  const { local } = openPage(cachedStart)
  window.snapshot = { build: 'this', painted: true }
  localStorage.setItem(SNAPSHOT_KEY, '{}')
  await local.call('database.reset')
  expect([localStorage.getItem(SNAPSHOT_KEY), window.snapshot]).toEqual([null, undefined])
})

test('cached contents are there before the database, others wait for it', async () => {
  const { local, opened } = openPage(cachedStart)
  expect(await local.call('entries.bodies', ['one'])).toEqual({ one: body })
  expect(opened()).toBe(0)
  await local.call('entries.bodies', ['one', 'two'])
  expect(opened()).toBe(1)
})

test('cached sizes of pictures are there before the database, others wait for it', async () => {
  const { local, opened } = openPage(cachedStart)
  expect(await local.call('images.get', ['https://p.example/a.png', 'https://p.example/b.png'])).toEqual({
    'https://p.example/a.png': { width: 4, height: 3, colors: [] },
  })
  expect(opened()).toBe(0)
  await local.call('images.get', ['https://p.example/a.png', 'https://p.example/c.png'])
  expect(opened()).toBe(1)
})

test('each call that changes the database clears the cache at once', () => {
  const changes: readonly (readonly [LocalCallName, unknown])[] = [
    ['database.reset', undefined],
    ['outbox.begin', {}],
    ['outbox.accepted', []],
    ['outbox.refused', []],
    ['outbox.heard', {}],
    ['entries.remove', []],
    ['entries.putContents', []],
    ['entries.putReadability', {}],
    ['unread.put', {}],
    ['journal.add', {}],
    ['journal.undo', {}],
    ['journal.redo', undefined],
    ['journal.revise', {}],
    ['journal.remove', ['one']],
  ]
  for (const [name, argument] of changes) {
    const { local } = openPage(cachedStart)
    void local.call(name, argument as never)
    expect([name, localStorage.getItem(STARTUP_CACHE_KEY)]).toEqual([name, null])
  }
})

test('storing what the server sent clears the cache once something has changed', async () => {
  const { local, showList, notify } = openPage(cachedStart)
  showList()
  await local.call('unread.replace', { tea: 2 })
  await local.call('entries.put', [])
  expect(localStorage.getItem(STARTUP_CACHE_KEY)).not.toBeNull()
  notify({ is: 'changed', nouns: ['words'] })
  expect(localStorage.getItem(STARTUP_CACHE_KEY)).not.toBeNull()
  notify({ is: 'changed', nouns: ['unread'] })
  expect(localStorage.getItem(STARTUP_CACHE_KEY)).toBeNull()
})

test('reading leaves the cache', async () => {
  const { local, showList } = openPage(cachedStart)
  await startOf(local)
  await local.call('entries.bodies', ['one'])
  showList()
  await local.call('entries.search', { text: 'tea', limit: 5 })
  await local.call('timeline.page', onward)
  expect(localStorage.getItem(STARTUP_CACHE_KEY)).not.toBeNull()
})

test('further pages of a long list do not postpone the writing', async () => {
  const getFileHandle = async () => ({ getFile: async () => ({ size: 1, lastModified: 1 }) })
  const getDirectory = async () => ({ getDirectoryHandle: async () => ({ getFileHandle }) })
  vi.stubGlobal('navigator', { storage: { getDirectory } })
  window.history.replaceState(null, '', '/timeline/view-0/all')
  const { local, showList } = openPage(undefined, { ...truth, [callKey('entries.bodies', page.ids)]: {} })
  await startOf(local)
  showList()
  await expect
    .poll(
      async () => {
        await local.call('timeline.page', onward)
        return localStorage.getItem(STARTUP_CACHE_KEY)
      },
      { interval: 50, timeout: 5000 },
    )
    .not.toBeNull()
})

test('a value that no start reads is stored beside the cache, which one that it reads clears', async () => {
  const { local, showList } = openPage(cachedStart)
  await Promise.all([startOf(local), local.call('meta.get', 'labels')])
  showList()
  await settled()
  await local.call('meta.get', 'highlights')
  await local.call('meta.set', { key: 'highlights', value: 1 })
  expect(localStorage.getItem(STARTUP_CACHE_KEY)).not.toBeNull()
  await local.call('meta.set', { key: 'labels', value: [] })
  expect(localStorage.getItem(STARTUP_CACHE_KEY)).toBeNull()
})
