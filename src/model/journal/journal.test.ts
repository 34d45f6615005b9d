import { allSettled, createWatch, scopeBind } from 'effector'
import { expect, test } from 'vitest'
import type { Command } from '../../core/index.ts'
import { memoryLocal } from '../../local/memory-local.ts'
import {
  $overrides,
  infoNotified,
  notificationsDismissed,
  overrideChanged,
  registry,
  type UserNotification,
} from '../app/index.ts'
import { $statuses, rowsRequested } from '../entries/index.ts'
import { allMarked, readMarked, readToggled } from '../reads/index.ts'
import { $colorMode, $general, colorModeChanged, settingChanged } from '../settings/index.ts'
import { starToggled } from '../stars/index.ts'
import {
  $counts,
  $subscriptions,
  followRequested,
  subscriptionEdited,
  subscriptionsMoved,
  unfollowRequested,
} from '../subscriptions/index.ts'
import { $timelineIds, entryOpened, idsIn, rowsPassed } from '../timeline/index.ts'
import {
  $redoTitle,
  $undoTitle,
  changeGroupEnded,
  changeGroupStarted,
  redoRequested,
  undoRequested,
} from './index.ts'
import { createFakeServer, startReader, type Reader, type ReaderSetup } from '../testing.ts'

const NOON = Date.UTC(2026, 0, 15, 12)
const ids = [0, 1, 2].flatMap((n) => [`1-${n}`, `2-${n}`])

function library() {
  const server = createFakeServer()
  for (const feed of ['1', '2']) {
    server.follow(feed)
    for (let n = 0; n < 3; n++) server.publish(feed, `${feed}-${n}`, NOON - (n * 2 + Number(feed)) * 60_000)
  }
  return server
}
async function opened(setup: ReaderSetup = {}) {
  const reader = await startReader({ server: library(), ...setup })
  await allSettled(rowsRequested, { scope: reader.scope, params: ids })
  return reader
}
const reloaded = ({ server, local, storage, time, leave }: Reader) => {
  leave()
  return opened({ server, local, storage, time })
}
const undo = ({ scope }: Reader, id?: string) =>
  allSettled(undoRequested, { scope, params: id === undefined ? undefined : { id } })
const redo = ({ scope }: Reader) => allSettled(redoRequested, { scope })
const toggle = ({ scope }: Reader, id: string) => allSettled(readToggled, { scope, params: { ids: [id] } })
const star = ({ scope }: Reader, id: string) => allSettled(starToggled, { scope, params: { id } })
const open = ({ scope }: Reader, id: string) => allSettled(entryOpened, { scope, params: { id } })
const markAll = ({ scope }: Reader) => allSettled(allMarked, { scope, params: { scope: 'view' } })
const rename = ({ scope }: Reader, title: string) =>
  allSettled(subscriptionEdited, { scope, params: { id: 'feed/1', patch: { title } } })
const unread = ({ scope }: Reader) =>
  [...scope.getState($statuses).values()].filter(({ read }) => !read).map(({ id }) => id)
const starred = ({ scope }: Reader) =>
  [...scope.getState($statuses).values()].flatMap(({ id, starredAt }) => (starredAt === null ? [] : [id]))
const titleOf = ({ scope }: Reader) => scope.getState($subscriptions).get('feed/1')?.title ?? null
const change = ({ values }: { values?: UserNotification['values'] }) => values?.['change']

function notifications({ scope }: Reader) {
  const shown: UserNotification[] = []
  const dismissed: string[] = []
  createWatch({ unit: infoNotified, scope, fn: (one) => shown.push(one) })
  createWatch({ unit: notificationsDismissed, scope, fn: (all) => dismissed.push(...all) })
  return { shown, dismissed }
}

test('a mark by key is undone and repeated, here and on the server', async () => {
  const reader = await opened()
  await toggle(reader, '1-0')
  await undo(reader)
  await reader.later(1000)
  expect(unread(reader)).toContain('1-0')
  expect(reader.server.counts()).toEqual({ 1: 3, 2: 3 })
  expect(reader.scope.getState($counts).get('1')).toBe(3)
  await redo(reader)
  await reader.later(1000)
  expect(unread(reader)).not.toContain('1-0')
  expect(reader.server.counts()).toEqual({ 1: 2, 2: 3 })
  expect(reader.scope.getState($counts).get('1')).toBe(2)
})

test('a star is undone and repeated', async () => {
  const reader = await opened()
  await star(reader, '1-0')
  await undo(reader)
  expect(starred(reader)).toEqual([])
  await redo(reader)
  expect(starred(reader)).toEqual(['1-0'])
  await undo(reader)
  await reader.later(1000)
  expect(reader.server.entries.find(({ id }) => id === '1-0')?.starredAt).toBeNull()
})

test('a rename, a move and an unfollow are undone one after another, newest first, and repeated', async () => {
  const reader = await opened()
  const { scope, server } = reader
  await rename(reader, 'Mine')
  await allSettled(subscriptionsMoved, { scope, params: { ids: ['feed/1'], category: 'News' } })
  await allSettled(unfollowRequested, { scope, params: { ids: ['feed/1'] } })
  await undo(reader)
  expect(server.follows.get('1')).toMatchObject({ title: 'Mine', category: 'News' })
  await undo(reader)
  expect(scope.getState($subscriptions).get('feed/1')?.category).toBeNull()
  await undo(reader)
  expect(titleOf(reader)).toBeNull()
  for (let n = 0; n < 3; n++) await redo(reader)
  expect(scope.getState($subscriptions).has('feed/1')).toBe(false)
  await undo(reader)
  expect(scope.getState($subscriptions).get('feed/1')).toMatchObject({ title: 'Mine', category: 'News' })
})

test('a follow is undone once the server has accepted it', async () => {
  const reader = await opened()
  const { scope, server } = reader
  server.publish('3', '3-0', NOON)
  const { shown } = notifications(reader)
  const params = { url: 'https://example.org/3', view: 0 } as const
  await allSettled(followRequested, { scope, params })
  const followed = [...server.follows.keys()].filter((id) => id !== '1' && id !== '2')
  expect(followed).toHaveLength(1)
  const toast = shown.find(({ key }) => key === 'app:undo.followed')
  expect(toast?.otherAction).toEqual({
    title: 'app:follow.goThere',
    command: 'go:newest-subscription',
    args: { subscription: `feed/${followed[0]}` },
  })
  await undo(reader)
  expect([...server.follows.keys()]).toEqual(['1', '2'])
})

test('settings, the colour mode and keys are undone and repeated, also after a reload', async () => {
  const before = await opened()
  const { scope } = before
  await allSettled(settingChanged, { scope, params: { tab: 'general', key: 'dimRead', value: true } })
  await allSettled(colorModeChanged, { scope, params: 'dark' })
  await allSettled(overrideChanged, { scope, params: { id: 'entry:star', keys: 'x' } })
  await before.later(2000)
  const reader = await reloaded(before)
  await undo(reader)
  expect(reader.scope.getState($overrides)).toEqual({})
  await undo(reader)
  expect(reader.scope.getState($colorMode)).toBe('system')
  await undo(reader)
  expect(reader.scope.getState($general).dimRead).toBe(false)
  for (let n = 0; n < 3; n++) await redo(reader)
  expect(reader.scope.getState($overrides)).toEqual({ 'entry:star': 'x' })
  expect(reader.scope.getState($colorMode)).toBe('dark')
  expect(reader.scope.getState($general).dimRead).toBe(true)
})

test('a slider that is dragged is one step, and so is a pane that is resized', async () => {
  const reader = await opened()
  const { scope } = reader
  for (const value of [17, 18, 19])
    await allSettled(settingChanged, { scope, params: { tab: 'appearance', key: 'uiTextSize', value } })
  for (const value of [400, 450, 500])
    await allSettled(settingChanged, { scope, params: { tab: 'appearance', key: 'entryColWidth', value } })
  const stored = () => JSON.parse(reader.storage.stored.get('follow:ui') ?? '') as unknown
  await undo(reader)
  expect(stored()).toMatchObject({ uiTextSize: 19, entryColWidth: 356 })
  await undo(reader)
  expect(stored()).toMatchObject({ uiTextSize: 16, entryColWidth: 356 })
  expect(scope.getState($undoTitle)).toBeNull()
})

test('undone steps survive a reload and can be repeated', async () => {
  const before = await opened()
  await star(before, '1-0')
  await rename(before, 'Mine')
  await undo(before)
  await before.later(1000)
  const reader = await reloaded(before)
  expect(reader.scope.getState($redoTitle)?.values).toMatchObject({ change: 'app:undo.renamed', to: 'Mine' })
  await redo(reader)
  expect(titleOf(reader)).toBe('Mine')
  await undo(reader)
  await undo(reader)
  expect(starred(reader)).toEqual([])
})

test('an entry that is not loaded after a reload is unstarred and marked all the same', async () => {
  const before = await opened()
  await star(before, '1-0')
  await toggle(before, '1-0')
  await before.later(1000)
  before.leave()
  const { server, local, storage, time } = before
  const reader = await startReader({ server, local, storage, time })
  await undo(reader)
  await undo(reader)
  await reader.later(1000)
  expect(server.entries.find(({ id }) => id === '1-0')?.starredAt).toBeNull()
  expect(server.counts()).toEqual({ 1: 3, 2: 3 })
  expect(reader.scope.getState($counts).get('1')).toBe(3)
})

test('a mark-all that was repeated is undone again', async () => {
  const reader = await opened()
  await markAll(reader)
  await undo(reader)
  await redo(reader)
  expect(unread(reader)).toEqual([])
  await undo(reader)
  await reader.later(1000)
  expect(reader.server.counts()).toEqual({ 1: 3, 2: 3 })
  expect(unread(reader).toSorted()).toEqual(ids.toSorted())
})

test('A mark-all that is undone after a reload brings its entries back into the list, offline at once', async () => {
  const before = await opened()
  before.server.offline = true
  await markAll(before)
  await before.later(1000)
  const reader = await reloaded(before)
  const listed = () => idsIn(reader.scope.getState($timelineIds).ids).toSorted()
  expect(listed()).toEqual([])
  await undo(reader)
  expect(listed()).toEqual(ids.toSorted())
  reader.server.offline = false
  await reader.later(5000)
  expect(reader.server.counts()).toEqual({ 1: 3, 2: 3 })
  expect(listed()).toEqual(ids.toSorted())
})

test('a repeated mark-all leaves out what was published since', async () => {
  const reader = await opened()
  await markAll(reader)
  await undo(reader)
  await reader.later(1000)
  reader.server.publish('1', '1-9', NOON)
  await redo(reader)
  await reader.later(1000)
  expect(reader.server.sent('reads.markAll').at(-1)?.input).toMatchObject({ insertedBefore: NOON })
})

test('a new change removes what could be repeated', async () => {
  const reader = await opened()
  await star(reader, '1-0')
  await undo(reader)
  await star(reader, '1-1')
  const { shown } = notifications(reader)
  await redo(reader)
  expect(shown.map(({ key }) => key)).toEqual(['app:undo.nothingToRedo'])
  expect(starred(reader)).toEqual(['1-1'])
})

test('entries that are opened are one step without a toast, and those marked in passing another', async () => {
  const reader = await opened()
  const { shown } = notifications(reader)
  await open(reader, '1-0')
  await open(reader, '2-0')
  await allSettled(settingChanged, {
    scope: reader.scope,
    params: { tab: 'general', key: 'dimRead', value: true },
  })
  await open(reader, '1-1')
  await allSettled(rowsPassed, { scope: reader.scope, params: ['2-1', '1-2'] })
  await reader.later(1000)
  expect(reader.scope.getState($undoTitle)?.values).toMatchObject({
    change: 'app:undo.scrolledMany',
    count: 2,
  })
  expect(shown).toEqual([])
  await undo(reader)
  expect(unread(reader).toSorted()).toEqual(['1-2', '2-1', '2-2'])
  await undo(reader)
  expect(unread(reader).toSorted()).toEqual(['1-1', '1-2', '2-1', '2-2'])
  await undo(reader)
  expect(reader.scope.getState($undoTitle)?.values).toMatchObject({ change: 'app:undo.openedMany', count: 2 })
  await undo(reader)
  await reader.later(1000)
  expect(reader.server.counts()).toEqual({ 1: 3, 2: 3 })
})

test('what is marked in passing is told with its undo when the user pauses, once a minute', async () => {
  const reader = await opened()
  const { shown } = notifications(reader)
  const toasts = () => shown.filter(({ action }) => action !== undefined)
  const pass = (id: string) => allSettled(rowsPassed, { scope: reader.scope, params: [id] })
  const passAndPause = async (id: string) => {
    await pass(id)
    // The marks of a burst are collected first.
    await reader.later(1000)
    await reader.later(3000)
  }
  await pass('1-0')
  await reader.later(1000)
  await pass('2-0')
  await reader.later(2000)
  expect(toasts()).toEqual([])
  await reader.later(3000)
  expect(toasts()).toMatchObject([
    { key: 'app:undo.scrolledMany', values: { count: 2 }, action: { command: 'global:undo' } },
  ])
  const [first] = toasts()
  await passAndPause('1-1')
  expect(toasts()).toHaveLength(1)
  await allSettled(undoRequested, { scope: reader.scope, params: { id: first?.id ?? '' } })
  expect(unread(reader).toSorted()).toEqual(['1-0', '1-2', '2-0', '2-1', '2-2'])
  await reader.later(60_000)
  await passAndPause('2-2')
  expect(toasts().map(({ key }) => key)).toEqual(['app:undo.scrolledMany', 'app:undo.scrolled'])
})

test('marks by reading that are a minute apart are two steps', async () => {
  const reader = await opened()
  await open(reader, '1-0')
  await reader.later(61_000)
  await open(reader, '2-0')
  await undo(reader)
  expect(unread(reader)).toContain('2-0')
  expect(unread(reader)).not.toContain('1-0')
})

test('a swipe is announced with its undo, and the same change by a key is not', async () => {
  const reader = await opened()
  const { scope } = reader
  const { shown } = notifications(reader)
  const toasts = () => shown.filter(({ action }) => action !== undefined)
  for (const [source, id] of [
    ['keyboard', '1-0'],
    ['swipe', '1-1'],
  ] as const) {
    const call = { args: {}, count: 1, source, group: source }
    await allSettled(registry.commandStarted, {
      scope,
      params: { command: { id: 'entry:star' }, call } as never,
    })
    await star(reader, id)
    await allSettled(changeGroupEnded, { scope, params: source })
  }
  expect(toasts()).toHaveLength(1)
  expect(toasts()[0]).toMatchObject({ key: 'app:undo.starred' })
  await undo(reader)
  expect(starred(reader)).toEqual(['1-0'])
})

test('the changes of a group are one step with one toast', async () => {
  const reader = await opened()
  const { scope } = reader
  const { shown } = notifications(reader)
  await allSettled(changeGroupStarted, { scope, params: { id: 'three stars', command: null } })
  for (const id of ['1-0', '1-1', '1-2']) await star(reader, id)
  await allSettled(changeGroupEnded, { scope, params: undefined })
  await star(reader, '2-0')
  const toasts = shown.filter(({ action }) => action !== undefined)
  expect(new Set(toasts.map(({ id }) => id)).size).toBe(1)
  expect(toasts.at(-1)).toMatchObject({ key: 'app:undo.starredMany', values: { count: 3 } })
  await undo(reader)
  expect(starred(reader).toSorted()).toEqual(['1-0', '1-1', '1-2'])
  await undo(reader)
  expect(starred(reader)).toEqual([])
  await redo(reader)
  expect(starred(reader).toSorted()).toEqual(['1-0', '1-1', '1-2'])
  await undo(reader)
  expect(starred(reader)).toEqual([])
})

test('a step knows the command that was run and its arguments; the steps of a chain the one that ran them', async () => {
  const reader = await opened()
  const { scope, local } = reader
  const command = (id: string, run: Command['run']): Command => ({
    id,
    group: 'test',
    title: id,
    kind: 'change',
    run,
  })
  const inner = command('test:star', ({ args }) => starToggled({ id: String(args['id']) }))
  const chain = command('test:chain', async ({ group }) => {
    const dispatch = scopeBind(registry.dispatchFx, { scope })
    for (const id of ['1-1', '1-2']) await dispatch({ id: inner.id, args: { id }, source: 'macro', group })
  })
  await allSettled(registry.registered, { scope, params: [inner, chain] })
  const stepOf = async (id: string, args = {}) => {
    await allSettled(registry.commandInvoked, { scope, params: { id, args, source: 'test' } })
    return (await local.call('journal.newest')).undo
  }
  const single = { id: 'test:star', args: { id: '1-0' } }
  expect((await stepOf(single.id, single.args))?.command).toEqual(single)
  expect((await stepOf('test:chain'))?.command).toEqual({ id: 'test:chain', args: {} })
  expect(starred(reader).toSorted()).toEqual(['1-0', '1-1', '1-2'])
  await undo(reader)
  expect(starred(reader)).toEqual(['1-0'])
  await redo(reader)
  expect((await local.call('journal.newest')).undo?.command).toEqual({ id: 'test:chain', args: {} })
  await open(reader, '2-0')
  expect((await local.call('journal.newest')).undo?.command).toBeNull()
})

test('a group of different changes is undone in reverse order', async () => {
  const reader = await opened()
  const { scope } = reader
  await allSettled(changeGroupStarted, { scope, params: { id: 'chain', command: null } })
  await rename(reader, 'First')
  await rename(reader, 'Second')
  await star(reader, '1-0')
  await allSettled(changeGroupEnded, { scope, params: undefined })
  expect(scope.getState($undoTitle)?.values).toMatchObject({ change: 'app:undo.several', count: 3 })
  await undo(reader)
  expect([titleOf(reader), starred(reader)]).toEqual([null, []])
  await redo(reader)
  expect([titleOf(reader), starred(reader)]).toEqual(['Second', ['1-0']])
})

test("a toast's undo takes back its own change, whatever was done since, and the toast is dismissed", async () => {
  const reader = await opened()
  const { shown, dismissed } = notifications(reader)
  await markAll(reader)
  await rename(reader, 'Mine')
  const [marked, renamed] = shown
  expect(marked).toMatchObject({ key: 'app:undo.readMany', values: { count: 6 } })
  expect(marked?.action).toMatchObject({ command: 'global:undo', args: { change: marked?.id } })
  await undo(reader, marked?.id)
  expect(unread(reader)).toHaveLength(6)
  expect(titleOf(reader)).toBe('Mine')
  expect(dismissed).toEqual([marked?.id])
  await undo(reader)
  expect(titleOf(reader)).toBeNull()
  expect(dismissed).toEqual([marked?.id, renamed?.id])
})

test('undo and redo say what they did, or that there is nothing', async () => {
  const reader = await opened()
  const { shown } = notifications(reader)
  await undo(reader)
  await rename(reader, 'Mine')
  await undo(reader)
  await redo(reader)
  await redo(reader)
  const undoNotices = shown.filter(({ id }) => id === 'undo')
  expect(undoNotices.map(({ key }) => key)).toEqual([
    'app:undo.nothing',
    'app:undo.undone',
    'app:undo.redone',
    'app:undo.nothingToRedo',
  ])
  expect(undoNotices.map(change)).toEqual([undefined, 'app:undo.renamed', 'app:undo.renamed', undefined])
})

test('a refused change is removed from the journal with its toast', async () => {
  const reader = await opened()
  const { dismissed } = notifications(reader)
  await star(reader, '1-0')
  reader.server.refuse('subscriptions.update', 'noPermission')
  await rename(reader, 'Mine')
  expect(titleOf(reader)).toBeNull()
  expect(dismissed).toHaveLength(1)
  await undo(reader)
  expect(starred(reader)).toEqual([])
})

test('of a step of reading only the refused mark is removed', async () => {
  const reader = await opened()
  await open(reader, '1-0')
  await reader.later(1000)
  reader.server.refuse('reads.mark', 'noPermission')
  await open(reader, '1-1')
  await reader.later(1000)
  expect(unread(reader)).toContain('1-1')
  await undo(reader)
  await reader.later(1000)
  expect(reader.server.sent('reads.unmark').map(({ input }) => input)).toEqual([{ entryIds: ['1-0'] }])
  expect(reader.server.counts()).toEqual({ 1: 3, 2: 3 })
})

test('an undo of a mark that was changed since leaves the counts right', async () => {
  const reader = await opened()
  await toggle(reader, '1-0')
  const marked = await reader.local.call('journal.newest')
  await toggle(reader, '1-0')
  await undo(reader, marked.undo?.id)
  await reader.later(1000)
  expect(reader.scope.getState($counts).get('1')).toBe(3)
  expect(reader.server.counts()).toEqual({ 1: 3, 2: 3 })
})

test('offline, a change is undone and repeated, and the server gets the outcome', async () => {
  const reader = await opened()
  const { server } = reader
  server.offline = true
  await toggle(reader, '2-2')
  await star(reader, '1-0')
  await rename(reader, 'Mine')
  await undo(reader)
  await undo(reader)
  expect([titleOf(reader), starred(reader)]).toEqual([null, []])
  await redo(reader)
  expect(starred(reader)).toEqual(['1-0'])
  server.offline = false
  reader.signal('online')
  for (let n = 0; n < 3; n++) await reader.later(60_000)
  expect(server.entries.filter(({ starredAt }) => starredAt !== null).map(({ id }) => id)).toEqual(['1-0'])
  expect(server.follows.get('1')?.title ?? null).toBeNull()
})

test("undo takes back another tab's newest change and says what it was", async () => {
  const server = library()
  const local = memoryLocal()
  const first = await opened({ server, local })
  const second = await opened({ server, local, time: first.time })
  await star(first, '1-0')
  await rename(second, 'Mine')
  const { shown } = notifications(first)
  await undo(first)
  await first.later(1000)
  expect(shown.at(-1)).toMatchObject({ key: 'app:undo.undone', values: { change: 'app:undo.renamed' } })
  expect(server.follows.get('1')?.title ?? null).toBeNull()
  await redo(second)
  await second.later(1000)
  expect(server.follows.get('1')?.title).toBe('Mine')
})

test("the palette's titles follow another tab's changes", async () => {
  const server = library()
  const local = memoryLocal()
  const first = await opened({ server, local })
  const second = await opened({ server, local, time: first.time })
  await rename(second, 'Mine')
  await first.later(1000)
  expect(first.scope.getState($undoTitle)).toEqual({
    key: 'app:undo.undoChange',
    values: { change: 'app:undo.renamed', title: 'Feed 1', to: 'Mine', count: 1 },
  })
  await undo(second)
  await first.later(1000)
  expect(first.scope.getState($undoTitle)).toBeNull()
  expect(first.scope.getState($redoTitle)?.key).toBe('app:undo.redoChange')
})

test('two tabs that undo at once take back two steps', async () => {
  const server = library()
  const local = memoryLocal()
  const first = await opened({ server, local })
  const second = await opened({ server, local, time: first.time })
  await star(first, '1-0')
  await rename(first, 'Mine')
  await first.later(1000)
  await Promise.all([undo(first), undo(second)])
  await first.later(1000)
  expect(server.follows.get('1')?.title ?? null).toBeNull()
  expect(server.entries.every(({ starredAt }) => starredAt === null)).toBe(true)
})

test('a hundred steps are stored', async () => {
  const reader = await opened()
  for (let n = 0; n < 105; n++) await rename(reader, `Title ${n}`)
  for (let n = 0; n < 105; n++) await undo(reader)
  expect(titleOf(reader)).toBe('Title 4')
}, 60_000)

test('many marks at once are announced with their number, one is not', async () => {
  const reader = await opened()
  const { shown } = notifications(reader)
  const { scope } = reader
  await allSettled(readMarked, { scope, params: { ids: ['1-0'], read: true } })
  expect(shown).toEqual([])
  await allSettled(readMarked, { scope, params: { ids, read: true } })
  expect(shown).toMatchObject([{ key: 'app:undo.readMany', values: { count: 5 } }])
})
