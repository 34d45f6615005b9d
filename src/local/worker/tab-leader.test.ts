import { expect, test } from 'vitest'
import type { LocalNotice } from '../calls.ts'
import { nodeSqlite } from '../memory-local.ts'
import { joinTabs, type TabGroup } from './tab-leader.ts'
import { openDatabase, type LocalDatabase } from './database.ts'
import { localMigrationSource } from './migration-source.ts'
import { ramFolder } from './storage/ram-file.ts'
import type { Folder } from './storage/file.ts'

type Tab = { readonly tabs: TabGroup; readonly notices: LocalNotice[] }

/** Tabs of one database in one process, over Node's own locks and channels. The folder outlives each of them. */
function openerOfTabs(
  name: string,
  wrap: (database: LocalDatabase) => LocalDatabase = (database) => database,
) {
  const folder: Folder = { ...ramFolder(), persistent: true }
  return (silentAfterMs = 10_000): Tab => {
    const notices: LocalNotice[] = []
    const tabs = joinTabs({
      database: name,
      silentAfterMs,
      notify: (notice) => notices.push(notice),
      open: async (notify) =>
        wrap(
          await openDatabase({
            sqlite: await nodeSqlite(),
            folder,
            migrations: localMigrationSource,
            notify,
          }),
        ),
    })
    return { tabs, notices }
  }
}
const readiness = ({ notices }: Tab): boolean[] =>
  notices.flatMap((notice) => (notice.is === 'ready' ? [notice.owner] : []))

test('one tab owns the database, the others see the same, and hear of its changes', async () => {
  const open = openerOfTabs('one')
  const [first, second] = [open(), open()]
  await first.tabs.call('meta.set', { key: 'a', value: 1 })
  expect(await second.tabs.call('meta.get', 'a')).toBe(1)
  await second.tabs.call('unread.put', { f1: 2 })
  expect(await first.tabs.call('unread.all', undefined)).toEqual({ f1: 2 })
  expect([readiness(first), readiness(second)].flat().toSorted()).toEqual([false, true])
  for (const { notices } of [first, second])
    expect(notices).toContainEqual({ is: 'changed', nouns: ['unread'] })
  await second.tabs.leave()
  await first.tabs.leave()
})

test('a change is news to the other tabs, and its entries and journal are none to the tab that made it', async () => {
  const open = openerOfTabs('news')
  const [first, second] = [open(), open()]
  await first.tabs.call('meta.get', 'a')
  const change = { id: 'c1', noun: 'reads', name: 'reads.mark', args: {}, effect: null, at: 1 }
  await second.tabs.call('outbox.begin', change)
  // The notice of a later call comes after those of the one before.
  await second.tabs.call('unread.put', { f1: 2 })
  const received = (tab: Tab) =>
    tab.notices.flatMap((notice) => (notice.is === 'changed' ? [notice.nouns.toSorted()] : []))
  await expect.poll(() => received(second)).toEqual([['outbox'], ['unread']])
  expect(received(first)).toEqual([['entries', 'journal', 'outbox'], ['unread']])
  await second.tabs.leave()
  await first.tabs.leave()
})

test('a call that fails in another tab returns its error there', async () => {
  const open = openerOfTabs('failing')
  const [first, second] = [open(), open()]
  await first.tabs.call('meta.get', 'a')
  const failing = second.tabs.call('settings.put', { tab: 'general', payload: {}, updated: null })
  await expect(failing).rejects.toMatchObject({
    kind: 'local',
    full: false,
    message: expect.stringContaining('settings'),
  })
  await first.tabs.leave()
  await second.tabs.leave()
})

test('when the owner goes, the next one takes over and no write of the others is lost', async () => {
  const open = openerOfTabs('heirs')
  const first = open()
  await first.tabs.call('meta.get', 'a')
  const [second, third] = [open(), open()]
  const numbers = Array.from({ length: 60 }, (_, index) => index)
  const writing = [second, third].map(async ({ tabs }, tab) => {
    for (const number of numbers) await tabs.call('meta.set', { key: `${tab}:${number}`, value: number })
  })
  await first.tabs.leave()
  await Promise.all(writing)
  for (const number of numbers) {
    expect(await second.tabs.call('meta.get', `0:${number}`)).toBe(number)
    expect(await third.tabs.call('meta.get', `1:${number}`)).toBe(number)
  }
  expect([readiness(second), readiness(third)].flat()).toContain(true)
  await second.tabs.leave()
  await third.tabs.leave()
})

test('calls that the owner never answered go to the next one', async () => {
  // Each database but the last takes calls and dies before they end.
  let opened = 0
  const open = openerOfTabs('mute', (database) =>
    opened++ > 0 ? database : { ...database, run: () => new Promise(() => undefined) },
  )
  const first = open()
  const second = open(30)
  const pending = second.tabs.call('meta.set', { key: 'a', value: 'kept' })
  await expect.poll(() => second.notices).toContainEqual({ is: 'otherTabSilent' })
  await first.tabs.leave()
  await pending
  expect(await second.tabs.call('meta.get', 'a')).toBe('kept')
  await second.tabs.leave()
})

test('where nothing can be opened, calls fail with a message, also later ones', async () => {
  const tabs = joinTabs({
    database: 'hopeless',
    notify: () => undefined,
    open: () => Promise.reject(new Error('no wasm')),
  })
  await expect(tabs.call('meta.get', 'a')).rejects.toMatchObject({ kind: 'local', message: 'no wasm' })
  await expect(tabs.call('meta.get', 'a')).rejects.toMatchObject({ kind: 'local', message: 'no wasm' })
  await tabs.leave()
})
