import { allSettled, createWatch } from 'effector'
import { expect, test } from 'vitest'
import { done, type Command, type Invocation } from '../core/index.ts'
import { context, errorNotified, infoNotified, registry, type UserNotification } from './app/index.ts'
import { $dialogStack } from './layout/index.ts'
import { navigationRequested } from './location/index.ts'
import { folderToggled, treeRowFocused } from './subscriptions/index.ts'
import { createFakeServer, startReader, type Reader } from './testing.ts'

function notifications({ scope }: Reader): UserNotification[] {
  const all: UserNotification[] = []
  for (const unit of [infoNotified, errorNotified])
    createWatch({ unit, scope, fn: (notification) => void all.push(notification) })
  return all
}

test('a command reports its message and its failure', async () => {
  const reader = await startReader()
  const { scope } = reader
  const command = (id: string, run: Command['run']): Command => ({
    id,
    group: 'test',
    title: id,
    kind: 'view',
    run,
  })
  await allSettled(registry.registered, {
    scope,
    params: [
      command('test:good', () => done({ key: 'app:x', values: { count: 3 } })),
      command('test:bad', () => Promise.reject(new Error('broken'))),
    ],
  })
  const all = notifications(reader)
  await allSettled(registry.commandInvoked, { scope, params: { id: 'test:good', source: 'test' } })
  await allSettled(registry.commandInvoked, { scope, params: { id: 'test:bad', source: 'test' } })
  expect(all).toEqual([
    { id: 'result test:good', key: 'app:x', values: { count: 3 } },
    { key: 'errors:client.unknown', reason: 'broken' },
  ])
})

test('unfollowing a folder asks once, with the number of its feeds', async () => {
  const server = createFakeServer()
  for (const id of ['1', '2', '3']) server.follow(id, { category: id === '3' ? null : 'News' })
  const reader = await startReader({ server })
  const { scope } = reader
  const unfollowed: unknown[] = []
  const unfollow: Command = {
    id: 'test:unfollow',
    group: 'test',
    title: 'x',
    kind: 'change',
    target: 'subscriptions',
    confirmAbove: 1,
    args: [{ name: 'subscriptions', type: 'subscriptions', title: 'x' }],
    run: ({ args }) => void unfollowed.push(args['subscriptions']),
  }
  await allSettled(registry.registered, { scope, params: [unfollow] })
  const focusRow = async (id: string) => {
    await allSettled(context.areaFocused, { scope, params: 'subscription-list' })
    await allSettled(treeRowFocused, { scope, params: id })
  }
  const press = () =>
    allSettled(registry.commandInvoked, { scope, params: { id: 'test:unfollow', source: 'keyboard' } })
  await focusRow('folder/News')
  await press()
  expect(unfollowed).toEqual([])
  const [dialog] = scope.getState($dialogStack)
  expect(dialog).toMatchObject({ id: 'confirm-command', props: { affected: 2 } })
  const { invocation } = (dialog?.props ?? {}) as { invocation: Invocation }
  await allSettled(registry.commandInvoked, { scope, params: { ...invocation, confirmed: true } })
  expect(unfollowed).toEqual([['feed/1', 'feed/2']])
})

test('with a feed shown whose folder is closed, a command in the tree acts on that feed', async () => {
  const server = createFakeServer()
  for (const id of ['1', '2']) server.follow(id, { category: 'News' })
  server.follow('3')
  const { scope } = await startReader({ server })
  const acted: unknown[] = []
  const command: Command = {
    id: 'test:act',
    group: 'test',
    title: 'x',
    kind: 'change',
    target: 'subscriptions',
    args: [{ name: 'subscriptions', type: 'subscriptions', title: 'x' }],
    run: ({ args }) => void acted.push(args['subscriptions']),
  }
  await allSettled(registry.registered, { scope, params: [command] })
  const act = async () => {
    await allSettled(registry.commandInvoked, { scope, params: { id: 'test:act', source: 'keyboard' } })
    return acted.pop()
  }
  await allSettled(navigationRequested, { scope, params: { source: { kind: 'feed', id: '2' } } })
  await allSettled(context.areaFocused, { scope, params: 'subscription-list' })
  expect(await act()).toEqual(['feed/2'])
  // The folder was open, the cursor on a member, and closing it hides that row.
  await allSettled(folderToggled, { scope, params: 'News' })
  await allSettled(treeRowFocused, { scope, params: 'feed/1' })
  expect(await act()).toEqual(['feed/1'])
  await allSettled(folderToggled, { scope, params: 'News' })
  expect(await act()).toEqual(['feed/2'])
})
