/** Rows of pages under the feeds, and the way back from a page. */
import { allSettled, createWatch } from 'effector'
import { expect, test } from 'vitest'
import { boundKeys } from '../src/core/index.ts'
import { registry, $targets } from '../src/model/app/index.ts'
import { areaFocused, focusRequested, pageParentChanged } from '../src/model/layout/index.ts'
import {
  $location,
  navigationRequested,
  screenChanged,
  screenRequested,
  toPath,
} from '../src/model/location/index.ts'
import {
  $currentPageRow,
  $currentRow,
  $openPageRow,
  pageRowsProvided,
  treeRowFocused,
  type PageRow,
} from '../src/model/subscriptions/index.ts'
import { createFakeServer, startReader } from '../src/model/testing.ts'
import { allCommands } from './index.ts'

const page = (id: string): PageRow => ({
  id: `page/${id}`,
  path: `/${id}`,
  titleKey: id,
  icon: 'feed',
  command: `go:${id}`,
})

async function start() {
  const server = createFakeServer()
  server.publish('1', '11', Date.UTC(2026, 0, 15, 12))
  server.follow('1')
  const reader = await startReader({ server })
  const { scope } = reader
  await allSettled(registry.registered, { scope, params: allCommands })
  await allSettled(pageRowsProvided, { scope, params: ['discover', 'rules'].map(page) })
  await allSettled(areaFocused, { scope, params: 'subscription-list' })
  const screens: string[] = []
  const focused: string[] = []
  createWatch({ unit: screenRequested, scope, fn: ({ path }) => void screens.push(path) })
  createWatch({ unit: focusRequested, scope, fn: (area) => void focused.push(area) })
  const run = (id: string, more = {}) =>
    allSettled(registry.commandInvoked, { scope, params: { id, source: 'keyboard' as const, ...more } })
  const current = () => scope.getState($currentPageRow)?.id ?? scope.getState($currentRow)?.id
  const open = (path: string) => allSettled(screenChanged, { scope, params: path })
  return { ...reader, run, current, open, screens, focused }
}

test('the keys of the column walk from the last feed through the pages and back, and Enter opens the page', async () => {
  const { run, current, screens, focused } = await start()
  await run('subscription:last')
  expect(current()).toBe('page/rules')
  await run('subscription:previous')
  expect(current()).toBe('page/discover')
  await run('layout:focus-to-timeline')
  expect([screens, focused]).toEqual([['/discover'], []])
  await run('subscription:previous')
  expect(current()).not.toMatch(/^page/)
  await run('subscription:next', { count: 9 })
  expect(current()).toBe('page/rules')
  await run('subscription:first')
  expect(current()).toBe('all')
})

test('a row of a page is no target: what acts on a subscription or folder acts on none', async () => {
  const { scope } = await start()
  await allSettled(navigationRequested, { scope, params: { source: { kind: 'feed', id: '1' } } })
  await allSettled(areaFocused, { scope, params: 'subscription-list' })
  expect(scope.getState($targets).subscriptions(1)).toEqual(['feed/1'])
  await allSettled(treeRowFocused, { scope, params: 'page/rules' })
  expect(scope.getState($targets).subscriptions(1)).toBeUndefined()
  expect(scope.getState($currentRow)).toBeNull()
})

test('the row of the open page is current, also below its address, and that of the list is again afterwards', async () => {
  const { scope, open, current } = await start()
  await open('/discover/category/design')
  expect(scope.getState($openPageRow)?.id).toBe('page/discover')
  expect(current()).toBe('page/discover')
  await open('/discovery')
  expect(scope.getState($openPageRow)).toBeNull()
  await open(toPath(scope.getState($location)))
  expect(current()).toBe('all')
})

test('the row of the list that a page hides leads back to it', async () => {
  const { scope, open, run, focused } = await start()
  await open('/discover')
  await allSettled(treeRowFocused, { scope, params: 'all' })
  const entered: unknown[] = []
  createWatch({ unit: navigationRequested, scope, fn: (request) => void entered.push(request) })
  await run('layout:focus-to-timeline')
  expect(entered).toEqual([{ source: { kind: 'all' } }])
  expect(focused).toEqual(['timeline'])
})

test('Escape leads from a page to the one above it, and from there to the pane that the user came from', async () => {
  const { scope, open, run, screens, focused } = await start()
  await allSettled(areaFocused, { scope, params: 'entry-render' })
  await open('/rules')
  await allSettled(areaFocused, { scope, params: 'sub-layer' })
  await allSettled(pageParentChanged, { scope, params: '/rules' })
  await run('layout:leave-screen')
  expect([screens, focused]).toEqual([['/rules'], []])
  await allSettled(pageParentChanged, { scope, params: null })
  await allSettled(areaFocused, { scope, params: 'subscription-list' })
  await run('layout:leave-screen')
  expect([screens, focused]).toEqual([['/rules', toPath(scope.getState($location))], ['entry-render']])
})

test('in the column Escape leaves an open page, but clears a selection first', () => {
  const escapes = boundKeys(allCommands, {}).filter(
    ({ command, where }) => command.id === 'layout:leave-screen' && where?.includes('subscription-list'),
  )
  expect(escapes.map(({ keys, when }) => [keys, when])).toEqual([
    ['Escape', 'page && !selectedSubscriptions && !zen'],
  ])
})
