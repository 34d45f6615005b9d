import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import { done, type Command } from '../../core/index.ts'
import { context, registry } from '../app/index.ts'
import { $currentEntryId } from '../entries/index.ts'
import { navigationRequested } from '../location/index.ts'
import { entryStepped } from '../timeline/index.ts'
import {
  $selection,
  $subscriptionSelection,
  allSelected,
  selectionCleared,
  selectionExtended,
  selectionStepped,
  selectionToggled,
  subscriptionToggled,
} from './index.ts'
import { createFakeServer, startReader } from '../testing.ts'

const NOON = Date.UTC(2026, 0, 15, 12)

async function readerOf(entries: number) {
  const server = createFakeServer()
  server.follow('1')
  server.follow('2')
  for (let n = 0; n < entries; n++) server.publish('1', `e${n}`, NOON - n * 60_000)
  const reader = await startReader({ server })
  const { scope } = reader
  const selected = () => [...scope.getState($selection).ids]
  return { ...reader, selected }
}

test('a range grows and shrinks from where it began, and leaves what was selected before', async () => {
  const { scope, selected } = await readerOf(6)
  await allSettled(selectionToggled, { scope, params: { id: 'e5' } })
  await allSettled(selectionToggled, { scope, params: { id: 'e1' } })
  await allSettled(selectionExtended, { scope, params: { id: 'e3' } })
  expect(selected()).toEqual(['e5', 'e1', 'e2', 'e3'])
  await allSettled(selectionExtended, { scope, params: { id: 'e2' } })
  expect(selected()).toEqual(['e5', 'e1', 'e2'])
  await allSettled(selectionExtended, { scope, params: { id: 'e0' } })
  expect(selected()).toEqual(['e5', 'e1', 'e0'])
  await allSettled(allSelected, { scope })
  expect(selected()).toHaveLength(6)
  await allSettled(selectionCleared, { scope })
  expect(selected()).toEqual([])
})

test('extending by steps moves the open entry and takes rows out again on the way back', async () => {
  const { scope, selected } = await readerOf(5)
  await allSettled(entryStepped, { scope, params: { by: 2 } })
  await allSettled(selectionStepped, { scope, params: { by: 1 } })
  await allSettled(selectionStepped, { scope, params: { by: 1 } })
  expect(selected()).toEqual(['e1', 'e2', 'e3'])
  expect(scope.getState($currentEntryId)).toBe('e3')
  await allSettled(selectionStepped, { scope, params: { by: -1 } })
  expect(selected()).toEqual(['e1', 'e2'])
})

test('commands act on what is selected: entries in the list, subscriptions in the tree', async () => {
  const { scope, selected } = await readerOf(3)
  const acted: unknown[] = []
  const command = (target: 'entries' | 'subscriptions'): Command => ({
    id: `test:${target}`,
    group: 'test',
    title: 'x',
    kind: 'change',
    target,
    args: [{ name: target, type: target, title: 'x' }],
    run: ({ args }) => {
      acted.push(args[target])
      return done()
    },
  })
  await allSettled(registry.registered, { scope, params: [command('entries'), command('subscriptions')] })
  const run = (id: string) =>
    allSettled(registry.commandInvoked, { scope, params: { id, source: 'keyboard' } })
  for (const id of ['e2', 'e0']) await allSettled(selectionToggled, { scope, params: { id } })
  await run('test:entries')
  await allSettled(context.areaFocused, { scope, params: 'subscription-list' })
  for (const id of ['feed/2', 'feed/1']) await allSettled(subscriptionToggled, { scope, params: { id } })
  await run('test:subscriptions')
  expect(acted).toEqual([
    ['e2', 'e0'],
    ['feed/2', 'feed/1'],
  ])
  // Another list has no selection; the tree of the same view keeps its own.
  await allSettled(navigationRequested, { scope, params: { source: { kind: 'feed', id: '1' } } })
  expect(selected()).toEqual([])
  expect(scope.getState($subscriptionSelection).ids.size).toBe(2)
})
