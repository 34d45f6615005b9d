import { allSettled } from 'effector'
import { expect, test, vi } from 'vitest'
import type { LocalCallName } from '../../local/calls.ts'
import { memoryLocal } from '../../local/memory-local.ts'
import { $statuses, rowsRequested } from '../entries/index.ts'
import { undoRequested } from '../journal/index.ts'
import { allMarked, readToggled } from '../reads/index.ts'
import { $counts, $subscriptions, subscriptionEdited } from '../subscriptions/index.ts'
import { $timeline, idsIn } from '../timeline/index.ts'
import type { Platform } from '../services.ts'
import { $outbox, readOutboxFx } from './index.ts'
import { createFakeServer, manualClock, startReader } from '../testing.ts'

/** A tab that waits for the lock of the one that sends, until it is notified that it has it. */
const waiting = (granted: (() => void)[]): Platform => ({
  online: () => true,
  listen: () => () => {},
  acquireLock: (_, current) => {
    granted.push(current)
    return () => {}
  },
  openAddress: () => {},
  openApp: () => {},
  selectedText: () => '',
  copyText: async () => {},
  download: () => {},
  reload: () => {},
  restart: () => {},
  reloaded: () => false,
  build: () => 'test',
})

/** @param deaf the other tab is notified of no change of follow.db from then on */
async function twoTabs(deaf: { now: boolean } = { now: false }) {
  const server = createFakeServer()
  server.follow('1')
  for (let n = 0; n < 3; n += 1) server.publish('1', `e${n}`, Date.UTC(2026, 0, 14) - n * 60_000)
  const local = memoryLocal()
  const time = manualClock()
  const sender = await startReader({ server, local, time })
  const granted: (() => void)[] = []
  const late = { name: '', isRead: false, released: Promise.withResolvers<void>() }
  const slow = { name: '', released: Promise.withResolvers<void>() }
  const hears: typeof local = {
    ...local,
    call: (name, ...argument) => {
      if (name === slow.name) return slow.released.promise.then(() => local.call(name, ...argument))
      const answer = local.call(name, ...argument)
      if (name !== late.name) return answer
      return answer.finally(() => {
        late.isRead = true
        return late.released.promise
      })
    },
    listen: (hear) => local.listen((notice) => deaf.now || hear(notice)),
  }
  const other = await startReader({ server, local: hears, time, services: { platform: waiting(granted) } })
  for (const { scope } of [sender, other])
    await allSettled(rowsRequested, { scope, params: idsIn(scope.getState($timeline).ids) })
  return {
    sender,
    other,
    takeOver: () => granted.forEach((current) => current()),
    /** The other tab's calls of this name reach follow.db only when released. */
    callLate: (name: LocalCallName) => {
      slow.name = name
      return slow.released.resolve
    },
    /** follow.db returns the other tab's calls of this name only when released, with what it read before. */
    answerLate: (name: LocalCallName) => {
      late.name = name
      return { isRead: () => late.isRead, give: late.released.resolve }
    },
  }
}

test('a mark that was settled before the other tab saw it on its way still changes the count there', async () => {
  const { sender, other } = await twoTabs()
  await allSettled(readToggled, { scope: sender.scope, params: { ids: ['e0'] } })
  expect(sender.server.counts()).toEqual({ 1: 2 })
  await sender.later(1000)
  await other.settled()
  expect(other.scope.getState($statuses).get('e0')?.read).toBe(true)
  expect(other.scope.getState($counts).get('1')).toBe(2)
})

test('a tab that takes over shows and sends what the one before stored without notifying it', async () => {
  const deaf = { now: false }
  const { sender, other, takeOver } = await twoTabs(deaf)
  deaf.now = true
  sender.server.offline = true
  await allSettled(readToggled, { scope: sender.scope, params: { ids: ['e0'] } })
  sender.leave()
  sender.server.offline = false
  takeOver()
  await other.later(5000)
  expect(other.scope.getState($statuses).get('e0')?.read).toBe(true)
  expect(other.server.counts()).toEqual({ 1: 2 })
})

test('a tab that takes over shows what the one before had settled and could not tell of any more', async () => {
  const deaf = { now: false }
  const { sender, other, takeOver } = await twoTabs(deaf)
  deaf.now = true
  await allSettled(readToggled, { scope: sender.scope, params: { ids: ['e0'] } })
  expect(sender.server.counts()).toEqual({ 1: 2 })
  expect(other.scope.getState($statuses).get('e0')?.read).toBe(false)
  sender.leave()
  takeOver()
  await other.later(5000)
  expect(other.scope.getState($statuses).get('e0')?.read).toBe(true)
  expect(other.scope.getState($counts).get('1')).toBe(2)
})

test('a title given in one tab shows in the other', async () => {
  const { sender, other } = await twoTabs()
  const edit = { id: 'feed/1', patch: { title: 'Mine' } }
  await allSettled(subscriptionEdited, { scope: sender.scope, params: edit })
  await sender.later(1000)
  await other.settled()
  expect(other.scope.getState($subscriptions).get('feed/1')?.title).toBe('Mine')
})

test('a mark-all of the tab that does not send is taken back although the other has sent it meanwhile', async () => {
  const { sender, other } = await twoTabs()
  await allSettled(allMarked, { scope: other.scope, params: { scope: 'view' } })
  // The tab that sends reads follow.db first, the other not before its undo.
  await allSettled(readOutboxFx, { scope: sender.scope })
  expect(sender.server.counts()).toEqual({})
  await allSettled(undoRequested, { scope: other.scope, params: undefined })
  await sender.later(1000)
  await other.settled()
  expect(sender.server.counts()).toEqual({ 1: 3 })
  expect([sender, other].map(({ scope }) => scope.getState($counts).get('1'))).toEqual([3, 3])
})

test('counts that a tab reads of follow.db late do not replace those it has stored meanwhile', async () => {
  const { sender, other, takeOver, answerLate } = await twoTabs()
  const answer = answerLate('unread.all')
  await sender.local.call('unread.put', { 1: 3, 2: 1 })
  other.time.move(1000)
  await vi.waitFor(() => expect(answer.isRead()).toBe(true))
  await sender.server.api.reads.mark({ entryIds: ['e0'] })
  takeOver()
  await vi.waitFor(() => expect(other.scope.getState($counts).get('1')).toBe(2))
  answer.give()
  await other.settled()
  expect(other.scope.getState($counts).get('1')).toBe(2)
  expect(other.scope.getState($counts).has('2')).toBe(false)
})

test('the tab that takes over knows what the one before had sent and not yet written down', async () => {
  const { sender, other, takeOver } = await twoTabs()
  await allSettled(readToggled, { scope: sender.scope, params: { ids: ['e0'] } })
  sender.leave()
  await other.local.call('unread.replace', { 1: 3 })
  await other.later(1000)
  takeOver()
  await other.settled()
  expect(other.scope.getState($counts).get('1')).toBe(2)
})

test('a change of another tab that is looked for twice at once is sent once', async () => {
  const { sender } = await twoTabs()
  const args = { entries: [{ id: 'e1', feedId: '1' }], read: true }
  const effect = { do: 'read', entryIds: ['e1'], read: true } as const
  await sender.local.call('outbox.begin', {
    id: 'elsewhere',
    noun: 'reads',
    name: 'reads.mark',
    args,
    effect,
    at: sender.time.clock.now(),
  })
  const { scope } = sender
  await Promise.all([allSettled(readOutboxFx, { scope }), allSettled(readOutboxFx, { scope })])
  await sender.later(1000)
  expect(sender.server.sent('reads.mark').map(({ key }) => key)).toEqual(['elsewhere'])
  expect(sender.server.counts()).toEqual({ 1: 2 })
})

test.each([
  ['', false],
  [', also by the slow one when it takes over', true],
])(
  'a change that a tab has found in the log of a slow one, and sent, is not sent again%s',
  async (_, takesOver) => {
    const { sender, other, callLate, takeOver } = await twoTabs()
    // The worker of the other tab is still starting.
    const give = callLate('outbox.begin')
    void allSettled(readToggled, { scope: other.scope, params: { ids: ['e1'] } })
    const [item] = other.scope.getState($outbox)
    if (!item) throw new Error('The change is not in the outbox')
    const { state: __, attempts: ___, ...row } = item
    await sender.local.call('outbox.begin', row)
    await sender.later(1000)
    expect(sender.server.sent('reads.mark').map(({ key }) => key)).toEqual([row.id])
    expect(other.scope.getState($outbox)).toHaveLength(1)
    if (takesOver) takeOver()
    give()
    await other.settled()
    expect(other.scope.getState($outbox)).toEqual([])
    await sender.later(5000)
    await other.later(5000)
    expect(sender.server.sent('reads.mark').map(({ key }) => key)).toEqual([row.id])
    expect(await sender.local.call('outbox.all')).toEqual([])
    for (const { scope } of [sender, other]) {
      expect(scope.getState($statuses).get('e1')?.read).toBe(true)
      expect(scope.getState($counts).get('1')).toBe(2)
    }
  },
)
