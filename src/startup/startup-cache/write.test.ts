// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callKey, createNotices, type Local, type LocalCallName } from '../../local/index.ts'
import { list } from './list.sample.ts'
import { STARTUP_CACHE_KEY, type CachedStart } from './types.ts'
import { writeStartupCache } from './write.ts'

const ada = { id: 'ada', row: { name: 'Ada' } }
const bodyOf = (content: string | null) => ({
  content,
  readabilityContent: null,
  readabilityUpdatedAt: null,
})
const database = {
  'user.get': ada as unknown,
  'unread.all': { tea: 2 } as unknown,
  'outbox.all': [] as unknown,
  'timeline.page': { ids: ['one', 'two'], times: [2, 1], done: true, heads: [] } as unknown,
  'images.get': {} as unknown,
  'entries.bodies': { one: bodyOf('The text'), two: bodyOf(null) } as unknown,
}

/** A page over a database of given answers, whose files have the given stamps one after another. */
function watch(answers: Partial<typeof database> = {}, stamps: readonly string[] = ['1 1']) {
  const left = [...stamps]
  window.startupCache = { build: '/assets/database-1.js' }
  const requests: LocalCallName[] = []
  const answerOf = (name: keyof typeof database) => ({ ...database, ...answers })[name]
  const call = async (name: keyof typeof database | 'answers.all', argument: unknown) => {
    requests.push(name)
    if (name !== 'answers.all') return answerOf(name)
    const keys = argument as readonly string[]
    return Object.fromEntries(keys.map((key) => [key, JSON.stringify(answerOf(JSON.parse(key)[0]))]))
  }
  const notices = createNotices()
  const notifications = writeStartupCache({
    database: { call: call as unknown as Local['call'], listen: notices.listen },
    startCalls: new Set([callKey('user.get', undefined), callKey('unread.all', undefined)]),
    openList: () => list,
    stamp: async () => (left.length > 1 ? left.shift() : left[0]) ?? '',
  })
  return { notifications, requests, notify: notices.notify }
}
const cachedNow = () => JSON.parse(localStorage.getItem(STARTUP_CACHE_KEY) ?? 'null') as CachedStart | null
const rest = () => vi.advanceTimersByTimeAsync(2000)

beforeEach(() => {
  vi.useFakeTimers()
  window.history.replaceState(null, '', '/timeline/view-0/all/one')
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  delete window.startupCache
})

test('at rest the results of a start at this URL are written, with the contents of the first entries', async () => {
  watch()
  await rest()
  expect(cachedNow()).toEqual({
    build: '/assets/database-1.js',
    user: 'ada',
    places: [
      '/',
      '/index.html',
      '/timeline',
      '/timeline/view-0',
      '/timeline/view-0/all',
      '/timeline/view-0/all/pending',
    ],
    files: '1 1',
    answers: {
      '["user.get",null]': JSON.stringify(ada),
      '["unread.all",null]': '{"tea":2}',
      [callKey('timeline.page', list)]: JSON.stringify(database['timeline.page']),
    },
    bodies: { one: bodyOf('The text') },
    pictures: {},
  })
})

test('what is known of the listed pictures is written too', async () => {
  const photo = (url: string) => ({ media: [{ type: 'photo', url }], attachments: [] })
  const heads = [
    photo('https://p.example/a.png'),
    photo('https://p.example/b.png'),
    { media: [], attachments: [] },
  ]
  const facts = { width: 4, height: 3, colors: [] }
  watch({
    'timeline.page': { ids: ['one', 'two'], times: [2, 1], done: true, heads },
    'images.get': { 'https://p.example/a.png': facts },
  })
  await rest()
  expect(cachedNow()?.pictures).toEqual({ 'https://p.example/a.png': facts, 'https://p.example/b.png': null })
})

test('the list of a feed is cached for its own URL', async () => {
  window.history.replaceState(null, '', '/timeline/view-0/tea/pending')
  watch()
  await rest()
  expect(cachedNow()?.places).toEqual(['/timeline/view-0/tea', '/timeline/view-0/tea/pending'])
})

test('nothing is written with unsent changes, without a user, without a list, or on another screen', async () => {
  for (const answers of [
    { 'outbox.all': [{ id: 'mark' }] },
    { 'user.get': null },
    { 'user.get': { id: '', row: {} } },
    { 'timeline.page': { ids: [], times: [], done: true } },
  ]) {
    watch(answers)
    await rest()
    expect(cachedNow()).toBeNull()
  }
  window.history.replaceState(null, '', '/settings/general')
  watch()
  await rest()
  expect(cachedNow()).toBeNull()
})

test('results of a database that was written to meanwhile are read again', async () => {
  watch({}, ['1 1', '2 2', '2 2'])
  await vi.advanceTimersByTimeAsync(300)
  expect(cachedNow()).toBeNull()
  await rest()
  expect(cachedNow()?.files).toBe('2 2')
})

test('a change of another tab in the moment of writing clears it', async () => {
  watch({}, ['1 1', '1 1', '2 2'])
  await vi.advanceTimersByTimeAsync(300)
  expect(cachedNow()).toBeNull()
})

test('a change postpones the writing, and hiding the page writes at once', async () => {
  const { notifications } = watch()
  notifications()
  await vi.advanceTimersByTimeAsync(1000)
  notifications()
  await vi.advanceTimersByTimeAsync(1000)
  expect(cachedNow()).toBeNull()
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(1)
  expect(cachedNow()).not.toBeNull()
})

test('a cache that is still true is not written again', async () => {
  const { notifications, requests } = watch()
  await rest()
  const before = requests.length
  notifications()
  await rest()
  expect(requests.length).toBe(before)
})

test('a change of another tab postpones it as well', async () => {
  const { notify } = watch()
  notify({ is: 'changed', nouns: ['unread'] })
  await vi.advanceTimersByTimeAsync(1000)
  expect(cachedNow()).toBeNull()
  await rest()
  expect(cachedNow()).not.toBeNull()
})

test('a database in memory is not cached, and what was is cleared', async () => {
  const { notify, notifications } = watch()
  await rest()
  notify({ is: 'memory', reason: 'This window forgets its files when it is closed' })
  notifications()
  await rest()
  expect(cachedNow()).toBeNull()
})

test('nor where that turns out during the reading', async () => {
  const { notify } = watch()
  vi.advanceTimersByTime(250)
  notify({ is: 'memory', reason: 'This window forgets its files when it is closed' })
  await rest()
  expect(cachedNow()).toBeNull()
})

test('large results and large contents are not cached', async () => {
  watch({ 'user.get': { id: 'ada', row: { name: 'A'.repeat(500_000) } } })
  await rest()
  expect(cachedNow()).toBeNull()
  watch({ 'entries.bodies': { one: bodyOf('short'), two: bodyOf('w'.repeat(200_000)) } })
  await rest()
  expect(Object.keys(cachedNow()?.bodies ?? {})).toEqual(['one'])
})

test('a browser that refuses its storage throws nothing', async () => {
  const refused = vi.fn<() => void>(() => {
    throw new Error('The quota is exceeded')
  })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: refused, removeItem: refused })
  watch()
  await rest()
  expect(refused).toHaveBeenCalledTimes(2)
})
