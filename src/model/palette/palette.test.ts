import { allSettled, createEvent, createWatch, type EventCallable } from 'effector'
import { expect, test } from 'vitest'
import type { Argument, Command } from '../../core/index.ts'
import { registry } from '../app/registry.ts'
import { $recentCommands, answerId, rankingReset } from '../recents/index.ts'
import { undoRequested } from '../journal/index.ts'
import { navigationRequested } from '../location/index.ts'
import { startReader } from '../testing.ts'
import {
  $aliases,
  $listedResults,
  $palette,
  $queryHistory,
  aliasChanged,
  argumentEntered,
  optionalArgumentRequested,
  pageClosed,
  pageLeft,
  paletteClosed,
  paletteOpened,
  paletteToggled,
  queryUsed,
  resultsListed,
} from './index.ts'

const text = (name: string, more: Partial<Argument> = {}): Argument => ({
  name,
  title: name,
  type: 'text',
  ...more,
})
const calls: unknown[] = []
const follow: Command = {
  id: 'test:follow',
  group: 'test',
  title: 'test',
  kind: 'change',
  args: [text('address'), text('title'), text('folder', { optional: true })],
  run: ({ args }) => void calls.push(args),
}

async function opened() {
  const { scope } = await startReader()
  const send = <T>(unit: EventCallable<T>, params?: NoInfer<T>) =>
    allSettled(unit as unknown as EventCallable<unknown>, { scope, params })
  await send(registry.registered, [follow])
  await send(paletteOpened)
  await send(registry.commandInvoked, { id: 'test:follow', source: 'palette' })
  const page = () => scope.getState($palette).page
  return { scope, send, page, argument: () => page()?.command.args?.[page()?.argumentIndex ?? -1]?.name }
}

test('options that take a request are requested when their argument is prompted for', async () => {
  const { scope, send } = await opened()
  const requested = createEvent()
  let requests = 0
  createWatch({ unit: requested, scope, fn: () => (requests += 1) })
  const choose: Command = {
    ...follow,
    id: 'test:choose',
    args: [text('name'), text('voice', { choicesRequested: requested })],
  }
  await send(registry.registered, [choose])
  await send(registry.commandInvoked, { id: 'test:choose', source: 'palette' })
  expect(requests).toBe(0)
  await send(argumentEntered, 'Ada')
  expect(requests).toBe(1)
  await send(paletteClosed)
  await send(registry.commandInvoked, { id: 'test:choose', source: 'palette', args: { name: 'Ada' } })
  expect(requests).toBe(2)
})

test('required arguments are prompted for one by one; optional ones only on request', async () => {
  const { send, argument, scope } = await opened()
  calls.length = 0
  expect(argument()).toBe('address')
  await send(argumentEntered, 'http://a.example')
  expect(argument()).toBe('title')
  await send(optionalArgumentRequested, 'folder')
  expect(argument()).toBe('folder')
  await send(argumentEntered, 'News')
  expect(argument()).toBe('title')
  await send(argumentEntered, 'A')
  expect(scope.getState($palette).open).toBe(false)
  expect(calls).toEqual([{ address: 'http://a.example', folder: 'News', title: 'A' }])
})

test('Escape goes back a page at a time, to the list at last', async () => {
  const { send, argument, scope } = await opened()
  await send(argumentEntered, 'http://a.example')
  await send(pageLeft)
  expect(argument()).toBe('address')
  await send(pageLeft)
  expect(scope.getState($palette)).toMatchObject({ open: true, page: null })
})

test('a prompt that a key opened closes on Escape; Backspace goes to what was filled in', async () => {
  const { send, argument, scope } = await opened()
  await send(paletteClosed)
  await send(registry.commandInvoked, { id: 'test:follow', source: 'keyboard', args: { address: 'x' } })
  expect(argument()).toBe('title')
  await send(pageClosed)
  expect(argument()).toBe('address')
  await send(pageLeft)
  expect(scope.getState($palette).open).toBe(false)
})

test('the same command opens and closes the palette', async () => {
  const { send, scope } = await opened()
  await send(paletteToggled)
  expect(scope.getState($palette).open).toBe(false)
  await send(paletteToggled)
  expect(scope.getState($palette).open).toBe(true)
})

test('an alias belongs to one command and survives a reload', async () => {
  const reader = await startReader()
  const { scope, storage } = reader
  await allSettled(aliasChanged, { scope, params: { id: 'a:one', alias: ' Rr ' } })
  expect(scope.getState($aliases)).toEqual({ 'a:one': 'Rr' })
  await allSettled(aliasChanged, { scope, params: { id: 'a:two', alias: 'rr' } })
  expect(scope.getState($aliases)).toEqual({ 'a:two': 'rr' })
  const again = await startReader({ storage })
  expect(again.scope.getState($aliases)).toEqual({ 'a:two': 'rr' })
  await allSettled(aliasChanged, { scope, params: { id: 'a:two', alias: '' } })
  expect(scope.getState($aliases)).toEqual({})
  await allSettled(undoRequested, { scope, params: undefined })
  await reader.settled()
  expect(scope.getState($aliases)).toEqual({ 'a:two': 'rr' })
})

test('the last 30 texts are remembered, each once, also after a reload', async () => {
  const { scope, storage } = await startReader()
  for (let n = 0; n < 35; n++) await allSettled(queryUsed, { scope, params: `text ${n}` })
  await allSettled(queryUsed, { scope, params: ' text 20 ' })
  await allSettled(queryUsed, { scope, params: '  ' })
  const history = scope.getState($queryHistory)
  expect(history).toHaveLength(30)
  expect(history.slice(0, 2)).toEqual(['text 20', 'text 34'])
  expect((await startReader({ storage })).scope.getState($queryHistory)).toEqual(history)
})

test('moving about, clicking and opening rows of the list are no uses', async () => {
  const { scope } = await startReader()
  const command = { ...follow, args: [] }
  await allSettled(registry.registered, {
    scope,
    params: [{ ...command, id: 'test:focus', kind: 'motion' }, { ...command, id: 'go:entry' }, command],
  })
  for (const id of ['test:focus', 'go:entry', 'test:follow'])
    await allSettled(registry.commandInvoked, { scope, params: { id, source: 'button' } })
  expect(scope.getState($recentCommands)).toEqual([])
  for (const id of ['test:focus', 'test:follow'])
    await allSettled(registry.commandInvoked, { scope, params: { id, source: 'keyboard' } })
  expect(scope.getState($recentCommands).map(({ id }) => id)).toEqual(['test:follow'])
  await allSettled(registry.commandInvoked, { scope, params: { id: 'go:entry', source: 'palette' } })
  expect(scope.getState($recentCommands).map(({ id }) => id)).toEqual(['go:entry', 'test:follow'])
})

test('uses are counted by pane, and their ranking can be reset, for one row and for all', async () => {
  const { scope } = await startReader()
  await allSettled(registry.registered, {
    scope,
    params: [
      { ...follow, args: [] },
      { ...follow, id: 'test:b', args: [] },
    ],
  })
  for (const id of ['test:follow', 'test:b', 'test:follow'])
    await allSettled(registry.commandInvoked, { scope, params: { id, source: 'palette' } })
  expect(scope.getState($recentCommands)).toMatchObject([
    { id: 'test:follow', times: 2, areas: { timeline: 2 } },
    { id: 'test:b', times: 1 },
  ])
  await allSettled(rankingReset, { scope, params: 'test:follow' })
  expect(scope.getState($recentCommands).map(({ id }) => id)).toEqual(['test:b'])
  await allSettled(rankingReset, { scope, params: null })
  expect(scope.getState($recentCommands)).toEqual([])
})

test('the text of the box is remembered while its results are listed, and no longer', async () => {
  const { scope } = await startReader()
  const go = (params: Parameters<typeof navigationRequested>[0]) =>
    allSettled(navigationRequested, { scope, params })
  const results = { text: '/pendulum', query: 'pendulum' }
  await allSettled(resultsListed, { scope, params: results })
  await go({ source: { kind: 'search', query: 'pendulum' } })
  await go({ entryId: '7' })
  expect(scope.getState($listedResults)).toEqual(results)
  await go({ source: { kind: 'all' } })
  await go({ source: { kind: 'search', query: 'pendulum' } })
  expect(scope.getState($listedResults)).toBeNull()
})

test('an answer to a prompt is a use of its own', async () => {
  const { scope, send } = await opened()
  await send(argumentEntered, 'http://a.example')
  expect(scope.getState($recentCommands)).toMatchObject([
    { id: answerId('test:follow', 'address', 'http://a.example'), times: 1 },
  ])
})
