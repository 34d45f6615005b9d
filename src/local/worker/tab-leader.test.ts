import { expect, test, vi } from 'vitest'
import type { LocalNotice } from '../calls.ts'
import { nodeSqlite } from '../testing.ts'
import { joinTabs, type TabGroup } from './tab-leader.ts'
import { openDatabase, type LocalDatabase } from './database.ts'
import { localMigrationSource } from './migration-source.ts'
import { ramFolder } from './storage/ram-file.ts'
import type { Folder } from './storage/file.ts'

type Tab = { readonly crew: TabGroup; readonly notices: LocalNotice[] }

/** Tabs of one library in one process, over Node's own locks and channels. The folder outlives each of them. */
function tabs(name: string, wrap: (library: LocalDatabase) => LocalDatabase = (library) => library) {
  const folder: Folder = { ...ramFolder(), persistent: true }
  return (silentAfterMs = 10_000): Tab => {
    const notices: LocalNotice[] = []
    const crew = joinTabs({
      library: name,
      silentAfterMs,
      tell: (notice) => notices.push(notice),
      open: async (tell) =>
        wrap(await openDatabase({ sqlite: await nodeSqlite(), folder, steps: localMigrationSource, tell })),
    })
    return { crew, notices }
  }
}
const readiness = ({ notices }: Tab): boolean[] =>
  notices.flatMap((notice) => (notice.is === 'ready' ? [notice.owner] : []))

test('one tab owns the library, the others see the same, and hear of its changes', async () => {
  const open = tabs('one')
  const [first, second] = [open(), open()]
  await first.crew.call('meta.set', { key: 'a', value: 1 })
  expect(await second.crew.call('meta.get', 'a')).toBe(1)
  await second.crew.call('unread.put', { f1: 2 })
  expect(await first.crew.call('unread.all', undefined)).toEqual({ f1: 2 })
  expect([readiness(first), readiness(second)].flat().toSorted()).toEqual([false, true])
  for (const { notices } of [first, second])
    expect(notices).toContainEqual({ is: 'changed', nouns: ['unread'] })
  await second.crew.leave()
  await first.crew.leave()
})

test('a change is news to the other tabs, and its entries are none to the tab that made it', async () => {
  const open = tabs('news')
  const [first, second] = [open(), open()]
  await first.crew.call('meta.get', 'a')
  const change = { id: 'c1', noun: 'reads', name: 'reads.mark', args: {}, effect: null, at: 1 }
  await second.crew.call('outbox.begin', change)
  // The notice of a later call comes after those of the one before.
  await second.crew.call('unread.put', { f1: 2 })
  const heard = (tab: Tab) =>
    tab.notices.flatMap((notice) => (notice.is === 'changed' ? [notice.nouns.toSorted()] : []))
  await vi.waitFor(() => expect(heard(second)).toEqual([['outbox'], ['unread']]))
  expect(heard(first)).toEqual([['entries', 'outbox'], ['unread']])
  await second.crew.leave()
  await first.crew.leave()
})

test('a call that fails in another tab says there what failed', async () => {
  const open = tabs('failing')
  const [first, second] = [open(), open()]
  await first.crew.call('meta.get', 'a')
  const failing = second.crew.call('settings.put', { tab: 'general', payload: {}, updated: null })
  await expect(failing).rejects.toMatchObject({
    kind: 'local',
    full: false,
    message: expect.stringContaining('settings'),
  })
  await first.crew.leave()
  await second.crew.leave()
})

test('when the owner goes, the next one takes over and no write of the others is lost', async () => {
  const open = tabs('heirs')
  const first = open()
  await first.crew.call('meta.get', 'a')
  const [second, third] = [open(), open()]
  const numbers = Array.from({ length: 60 }, (_, index) => index)
  const writing = [second, third].map(async ({ crew }, tab) => {
    for (const number of numbers) await crew.call('meta.set', { key: `${tab}:${number}`, value: number })
  })
  await first.crew.leave()
  await Promise.all(writing)
  for (const number of numbers) {
    expect(await second.crew.call('meta.get', `0:${number}`)).toBe(number)
    expect(await third.crew.call('meta.get', `1:${number}`)).toBe(number)
  }
  expect([readiness(second), readiness(third)].flat()).toContain(true)
  await second.crew.leave()
  await third.crew.leave()
})

test('calls that the owner never answered go to the next one', async () => {
  // Each library but the last takes calls and dies over them.
  let opened = 0
  const open = tabs('mute', (library) =>
    opened++ > 0 ? library : { ...library, run: () => new Promise(() => undefined) },
  )
  const first = open()
  const second = open(30)
  const waiting = second.crew.call('meta.set', { key: 'a', value: 'kept' })
  await expect.poll(() => second.notices).toContainEqual({ is: 'otherTabSilent' })
  await first.crew.leave()
  await waiting
  expect(await second.crew.call('meta.get', 'a')).toBe('kept')
  await second.crew.leave()
})

test('where nothing can be opened, calls fail in words, the later ones too', async () => {
  const crew = joinTabs({
    library: 'hopeless',
    tell: () => undefined,
    open: () => Promise.reject(new Error('no wasm')),
  })
  await expect(crew.call('meta.get', 'a')).rejects.toMatchObject({ kind: 'local', message: 'no wasm' })
  await expect(crew.call('meta.get', 'a')).rejects.toMatchObject({ kind: 'local', message: 'no wasm' })
  await crew.leave()
})
