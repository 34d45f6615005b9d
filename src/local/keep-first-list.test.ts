// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Local, LocalCallName } from './calls.ts'
import { callKey, FIRST_LIST, type KeptList } from './kept-list.ts'
import { list } from './kept-list.sample.ts'
import { createNotices } from './notices.ts'
import { keepFirstList } from './keep-first-list.ts'

const ada = { id: 'ada', row: { name: 'Ada' } }
const bodyOf = (content: string | null) => ({
  content,
  readabilityContent: null,
  readabilityUpdatedAt: null,
})
const library = {
  'user.get': ada as unknown,
  'unread.all': { tea: 2 } as unknown,
  'outbox.all': [] as unknown,
  'timeline.page': { ids: ['one', 'two'], times: [2, 1], done: true, heads: [] } as unknown,
  'entries.bodies': { one: bodyOf('The text'), two: bodyOf(null) } as unknown,
}

/** A page over a library of given answers, whose files have the given stamps one after another. */
function watch(answers: Partial<typeof library> = {}, stamps: readonly string[] = ['1 1']) {
  const left = [...stamps]
  window.firstList = { build: '/assets/library-1.js' }
  const asked: LocalCallName[] = []
  const answerOf = (name: keyof typeof library) => ({ ...library, ...answers })[name]
  const call = async (name: keyof typeof library | 'answers.all', argument: unknown) => {
    asked.push(name)
    if (name !== 'answers.all') return answerOf(name)
    const keys = argument as readonly string[]
    return Object.fromEntries(keys.map((key) => [key, JSON.stringify(answerOf(JSON.parse(key)[0]))]))
  }
  const notices = createNotices()
  const told = keepFirstList({
    library: { call: call as unknown as Local['call'], listen: notices.listen },
    asked: new Set([callKey('user.get', undefined), callKey('unread.all', undefined)]),
    listed: () => list,
    stamp: async () => (left.length > 1 ? left.shift() : left[0]) ?? '',
  })
  return { told, asked, tell: notices.tell }
}
const keptNow = () => JSON.parse(localStorage.getItem(FIRST_LIST) ?? 'null') as KeptList | null
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
  delete window.firstList
})

test('at rest it is kept what a start at this place asks, with the texts of the first entries', async () => {
  watch()
  await rest()
  expect(keptNow()).toEqual({
    build: '/assets/library-1.js',
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
      [callKey('timeline.page', list)]: JSON.stringify(library['timeline.page']),
    },
    bodies: { one: bodyOf('The text') },
  })
})

test('the list of a feed is kept for that feed alone', async () => {
  window.history.replaceState(null, '', '/timeline/view-0/tea/pending')
  watch()
  await rest()
  expect(keptNow()?.places).toEqual(['/timeline/view-0/tea', '/timeline/view-0/tea/pending'])
})

test('nothing is kept while a change waits, of nobody, of no list, or away from the lists', async () => {
  for (const answers of [
    { 'outbox.all': [{ id: 'mark' }] },
    { 'user.get': null },
    { 'user.get': { id: '', row: {} } },
    { 'timeline.page': { ids: [], times: [], done: true } },
  ]) {
    watch(answers)
    // oxlint-disable-next-line no-await-in-loop -- one page after another
    await rest()
    expect(keptNow()).toBeNull()
  }
  window.history.replaceState(null, '', '/settings/general')
  watch()
  await rest()
  expect(keptNow()).toBeNull()
})

test('what was written to while it was asked is not kept until it rests', async () => {
  watch({}, ['1 1', '2 2', '2 2'])
  await vi.advanceTimersByTimeAsync(300)
  expect(keptNow()).toBeNull()
  await rest()
  expect(keptNow()?.files).toBe('2 2')
})

test('a change of another tab in the very moment of keeping takes it away', async () => {
  watch({}, ['1 1', '1 1', '2 2'])
  await vi.advanceTimersByTimeAsync(300)
  expect(keptNow()).toBeNull()
})

test('a change puts it off, and who goes away has it kept at once', async () => {
  const { told } = watch()
  told()
  await vi.advanceTimersByTimeAsync(1000)
  told()
  await vi.advanceTimersByTimeAsync(1000)
  expect(keptNow()).toBeNull()
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(1)
  expect(keptNow()).not.toBeNull()
})

test('what is kept and still true is not asked for again', async () => {
  const { told, asked } = watch()
  await rest()
  const before = asked.length
  told()
  await rest()
  expect(asked.length).toBe(before)
})

test('a change that another tab tells of puts it off as well', async () => {
  const { tell } = watch()
  tell({ is: 'changed', nouns: ['unread'] })
  await vi.advanceTimersByTimeAsync(1000)
  expect(keptNow()).toBeNull()
  await rest()
  expect(keptNow()).not.toBeNull()
})

test('of a library that ends with its tab nothing is kept, and what was is taken away', async () => {
  const { tell, told } = watch()
  await rest()
  tell({ is: 'memory', reason: 'This window forgets its files when it is closed' })
  told()
  await rest()
  expect(keptNow()).toBeNull()
})

test('nor where that is told while it is being asked', async () => {
  const { tell } = watch()
  vi.advanceTimersByTime(250)
  tell({ is: 'memory', reason: 'This window forgets its files when it is closed' })
  await rest()
  expect(keptNow()).toBeNull()
})

test('what is too large is not kept, and neither is a text that is a burden', async () => {
  watch({ 'user.get': { id: 'ada', row: { name: 'A'.repeat(500_000) } } })
  await rest()
  expect(keptNow()).toBeNull()
  watch({ 'entries.bodies': { one: bodyOf('short'), two: bodyOf('w'.repeat(200_000)) } })
  await rest()
  expect(Object.keys(keptNow()?.bodies ?? {})).toEqual(['one'])
})

test('a browser that refuses its storage keeps nothing, and says nothing', async () => {
  const refused = vi.fn<() => void>(() => {
    throw new Error('The quota is exceeded')
  })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: refused, removeItem: refused })
  watch()
  await rest()
  expect(refused).toHaveBeenCalledTimes(2)
})
