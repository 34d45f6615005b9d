// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import type { Local, LocalCallName, LocalNotice, TimelineAsk } from './calls.ts'
import { withFirstList } from './first-list.ts'
import { callKey, FIRST_LIST, type KeptList } from './kept-list.ts'
import { list } from './kept-list.sample.ts'
import { createNotices } from './notices.ts'

const onward: TimelineAsk = { ...list, after: { publishedAt: 1, id: 'two' }, heads: 0 }
const page = { ids: ['one', 'two'], times: [2, 1], done: true, heads: [] }
const truth: Readonly<Record<string, unknown>> = {
  [callKey('user.get', undefined)]: { id: 'ada', row: {} },
  [callKey('unread.all', undefined)]: { tea: 2 },
  [callKey('outbox.all', undefined)]: [],
  [callKey('timeline.page', list)]: page,
}
const body = { content: 'The text of one', readabilityContent: null, readabilityUpdatedAt: null }
const keptList: KeptList = {
  build: '/assets/library-1.js',
  places: ['/'],
  files: '1 1',
  answers: Object.fromEntries(Object.entries(truth).map(([key, answer]) => [key, JSON.stringify(answer)])),
  bodies: { one: body },
}

/** A page that may have kept its list, over a library that answers from a record. */
function openPage(kept: KeptList | undefined, answers: Readonly<Record<string, unknown>> = truth) {
  if (kept) localStorage.setItem(FIRST_LIST, JSON.stringify(kept))
  window.firstList = { build: keptList.build, kept }
  const { promise: seen, resolve: see } = Promise.withResolvers<void>()
  const asked: LocalCallName[] = []
  const heard: LocalNotice[] = []
  const notices = createNotices()
  let opened = 0
  const library = {
    call: async (name: LocalCallName, argument: unknown) => {
      asked.push(name)
      if (name !== 'answers.all') return answers[callKey(name, argument)] ?? null
      const keys = argument as readonly string[]
      return Object.fromEntries(keys.map((key) => [key, JSON.stringify(answers[key] ?? null)]))
    },
    listen: notices.listen,
    close: () => undefined,
  } as Local
  const local = withFirstList(() => {
    opened += 1
    return library
  }, seen)
  local.listen((notice) => heard.push(notice))
  return { local, see, asked, heard, tell: notices.tell, opened: () => opened }
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 5))
const startOf = ({ call }: Local) =>
  Promise.all([call('user.get'), call('unread.all'), call('outbox.all'), call('timeline.page', list)])

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  delete window.firstList
})

test('a start is answered with what was kept, and the library begins when its list is seen', async () => {
  const { local, see, asked, opened } = openPage(keptList)
  expect(await startOf(local)).toEqual(Object.values(truth))
  await settled()
  expect([opened(), asked]).toEqual([0, []])
  see()
  await settled()
  expect(opened()).toBe(1)
})

test('where nothing is kept the library begins with the first question', async () => {
  const { local, opened, asked } = openPage(undefined)
  expect(await startOf(local)).toEqual(Object.values(truth))
  expect(opened()).toBe(1)
  expect(asked).toEqual(['user.get', 'unread.all', 'outbox.all', 'timeline.page'])
})

test('the list of another place than the kept one is not waited for', async () => {
  const { local, opened } = openPage(keptList)
  await local.call('timeline.page', { ...list, unreadOnly: false })
  expect(opened()).toBe(1)
})

test('what the first list does not draw waits until it is seen', async () => {
  const { local, see, asked } = openPage(keptList)
  const late = Promise.all([
    local.call('journal.recent', 30),
    local.call('entries.heads', ['three']),
    local.call('timeline.page', { ...list, heads: 0, after: { publishedAt: 1, id: 'two' } }),
  ])
  await settled()
  expect(asked).toEqual([])
  see()
  await late
  expect(asked.slice(-3).toSorted()).toEqual(['entries.heads', 'journal.recent', 'timeline.page'])
})

test('what was shown is held against the library before anything else is done to it', async () => {
  const { local, asked, heard, see } = openPage(keptList)
  await startOf(local)
  await local.call('outbox.refused', ['one'])
  see()
  await settled()
  expect(asked.slice(0, 2)).toEqual(['answers.all', 'outbox.refused'])
  expect(heard).toEqual([])
})

test('a library that answers otherwise says that what was shown is outdated', async () => {
  for (const other of [
    { [callKey('unread.all', undefined)]: { tea: 1 } },
    { [callKey('user.get', undefined)]: { id: 'bob', row: {} } },
    { [callKey('outbox.all', undefined)]: [{ id: 'waiting' }] },
    { [callKey('timeline.page', list)]: { ...page, ids: ['two'], times: [1] } },
  ]) {
    const { see, heard } = openPage(keptList, { ...truth, ...other })
    see()
    // oxlint-disable-next-line no-await-in-loop -- one page after another
    await settled()
    expect(heard).toEqual([{ is: 'outdated' }])
  }
})

test('once the library has begun it alone is asked', async () => {
  const { local, asked } = openPage(keptList, { ...truth, [callKey('outbox.all', undefined)]: ['begun'] })
  await local.call('outbox.accepted', [])
  expect(await local.call('outbox.all')).toEqual(['begun'])
  expect(asked.at(-1)).toBe('outbox.all')
})

test('the first step finds its text before the library is there, others wait for it', async () => {
  const { local, opened } = openPage(keptList)
  expect(await local.call('entries.bodies', ['one'])).toEqual({ one: body })
  expect(opened()).toBe(0)
  await local.call('entries.bodies', ['one', 'two'])
  expect(opened()).toBe(1)
})

test('whatever changes the library takes away what is kept, in the same moment', () => {
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
    ['meta.set', {}],
    ['journal.add', {}],
    ['journal.remove', 'one'],
  ]
  for (const [name, argument] of changes) {
    const { local } = openPage(keptList)
    void local.call(name, argument as never)
    expect([name, localStorage.getItem(FIRST_LIST)]).toEqual([name, null])
  }
})

test('what the server says takes it away once the library tells that it was not so before', async () => {
  const { local, see, tell } = openPage(keptList)
  see()
  await local.call('unread.replace', { tea: 2 })
  await local.call('entries.put', [])
  expect(localStorage.getItem(FIRST_LIST)).not.toBeNull()
  tell({ is: 'changed', nouns: ['words'] })
  expect(localStorage.getItem(FIRST_LIST)).not.toBeNull()
  tell({ is: 'changed', nouns: ['unread'] })
  expect(localStorage.getItem(FIRST_LIST)).toBeNull()
})

test('questions leave it', async () => {
  const { local, see } = openPage(keptList)
  await startOf(local)
  await local.call('entries.bodies', ['one'])
  see()
  await local.call('entries.search', { text: 'tea', limit: 5 })
  await local.call('timeline.page', onward)
  expect(localStorage.getItem(FIRST_LIST)).not.toBeNull()
})

test('a long list that is still being loaded does not put the keeping off', async () => {
  const getFileHandle = async () => ({ getFile: async () => ({ size: 1, lastModified: 1 }) })
  const getDirectory = async () => ({ getDirectoryHandle: async () => ({ getFileHandle }) })
  vi.stubGlobal('navigator', { storage: { getDirectory } })
  window.history.replaceState(null, '', '/timeline/view-0/all')
  const { local, see } = openPage(undefined, { ...truth, [callKey('entries.bodies', page.ids)]: {} })
  await startOf(local)
  see()
  await expect
    .poll(
      async () => {
        await local.call('timeline.page', onward)
        return localStorage.getItem(FIRST_LIST)
      },
      { interval: 50, timeout: 5000 },
    )
    .not.toBeNull()
})
