// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import type { Local, LocalCallName, LocalNotice, OutboxRow } from './calls.ts'
import { createNotices } from './notices.ts'
import { withWriteAheadLog } from './write-ahead-log.ts'

const change = (id: string, args: unknown = {}): OutboxRow => ({
  id,
  noun: 'reads',
  name: 'reads.mark',
  args,
  effect: null,
  at: 1,
})
const ready: LocalNotice = { is: 'ready', persistent: true, owner: true }

/** A tab over a fake database, and the calls that it received, in order. */
function openTab(answer: (name: LocalCallName) => Promise<unknown> = async () => ({ flipped: {} })) {
  const notices = createNotices()
  const requests: [LocalCallName, unknown][] = []
  const local = withWriteAheadLog({
    call: (name: LocalCallName, argument: unknown) => {
      requests.push([name, argument])
      return answer(name)
    },
    listen: notices.listen,
    close: () => undefined,
  } as Local)
  return {
    local,
    asked: requests,
    notify: notices.notify,
    begun: () => requests.map(([, row]) => (row as OutboxRow).id),
  }
}
const never = () => new Promise<never>(() => undefined)
const settled = () => new Promise((resolve) => setTimeout(resolve))

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('changes that a dead tab had not stored are replayed by the next one, unchanged, and once', async () => {
  void openTab(never).local.call('outbox.begin', change('a', { entries: ['one'] }))
  const next = openTab()
  expect(next.asked).toEqual([])
  next.notify(ready)
  await settled()
  expect(next.asked).toEqual([['outbox.begin', change('a', { entries: ['one'] })]])
  next.notify(ready)
  expect(next.asked).toHaveLength(1)
})

test('what follow.db has acknowledged is not begun again', async () => {
  const tab = openTab()
  expect(await tab.local.call('outbox.begin', change('a'))).toEqual({ flipped: {} })
  tab.notify(ready)
  expect(tab.begun()).toEqual(['a'])
})

test.each(['outbox.accepted', 'outbox.refused'] as const)(
  'what could not be kept waits for the next tab, until it is over by %s',
  async (over) => {
    const full = openTab(async (name) => {
      if (name === 'outbox.begin') throw { kind: 'local', message: 'The disk is full', full: true }
    })
    await expect(full.local.call('outbox.begin', change('a'))).rejects.toMatchObject({ full: true })
    await full.local.call('outbox.begin', change('b')).catch(() => undefined)
    await full.local.call(over, ['a'])
    const next = openTab()
    next.notify(ready)
    expect(next.begun()).toEqual(['b'])
  },
)

test('changes of one user are not replayed for another', async () => {
  void openTab(never).local.call('outbox.begin', change('a'))
  const other = openTab(async (name) => (name === 'user.take' ? { wiped: true } : undefined))
  await other.local.call('user.take', { id: 'grace', row: {} })
  other.notify(ready)
  expect(other.asked).toEqual([['user.take', { id: 'grace', row: {} }]])
})

test('changes of another tab are replayed after a delay, unless that tab has stored them', () => {
  vi.useFakeTimers()
  const here = openTab()
  const notedElsewhere = (id: string) => {
    const [key, newValue] = [`follow:unkept:${id}`, JSON.stringify(change(id))]
    localStorage.setItem(key, newValue)
    dispatchEvent(new StorageEvent('storage', { key, newValue }))
    return key
  }
  notedElsewhere('a')
  localStorage.removeItem(notedElsewhere('b'))
  expect(here.asked).toEqual([])
  vi.advanceTimersByTime(2000)
  expect(here.begun()).toContain('a')
  expect(here.begun()).not.toContain('b')
})

test('a change that another tab has just made is not replayed because of an earlier one', () => {
  vi.useFakeTimers()
  const here = openTab()
  const loggedElsewhere = (id: string) => {
    const [key, newValue] = [`follow:unkept:${id}`, JSON.stringify(change(id))]
    localStorage.setItem(key, newValue)
    dispatchEvent(new StorageEvent('storage', { key, newValue }))
  }
  loggedElsewhere('left behind')
  vi.advanceTimersByTime(1900)
  loggedElsewhere('on its way')
  vi.advanceTimersByTime(100)
  expect(here.begun()).toEqual(['left behind'])
})

test('a change too large to be noted in passing, or a browser without storage, is begun as ever', async () => {
  const tab = openTab()
  await tab.local.call('outbox.begin', change('large', 'x'.repeat(60_000)))
  vi.stubGlobal('localStorage', undefined)
  await tab.local.call('outbox.begin', change('a'))
  tab.notify(ready)
  expect(tab.begun()).toEqual(['large', 'a'])
})
