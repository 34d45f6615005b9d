import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import { registry } from '../src/model/app/index.ts'
import { $dialogStack } from '../src/model/layout/index.ts'
import { navigationRequested } from '../src/model/location/index.ts'
import { treeRowFocused } from '../src/model/subscriptions/index.ts'
import { createFakeServer, startReader } from '../src/model/testing.ts'
import { allCommands } from './index.ts'

async function start() {
  const server = createFakeServer()
  server.sources.inboxes.set('letters', { type: 'inbox', id: 'letters', secret: 's', title: 'Letters' })
  server.publish('letters', '11', Date.UTC(2026, 0, 15, 12))
  const reader = await startReader({ server })
  const { scope } = reader
  await allSettled(registry.registered, { scope, params: allCommands })
  const source = { kind: 'inbox', id: 'letters' } as const
  await allSettled(navigationRequested, { scope, params: { view: 0, source, entryId: '11' } })
  const run = (id: string, more = {}) =>
    allSettled(registry.commandInvoked, { scope, params: { id, source: 'test' as const, ...more } })
  return { ...reader, run, dialogs: () => scope.getState($dialogStack) }
}

test('the row of an inbox opens its dialog, and asks before it deletes it', async () => {
  const { scope, run, dialogs } = await start()
  await allSettled(treeRowFocused, { scope, params: 'inbox/letters' })
  await run('inbox:edit')
  await run('inbox:delete')
  expect(dialogs()).toEqual([
    { id: 'edit-inbox', props: { handle: 'letters' } },
    { id: 'delete-inbox', props: { handle: 'letters' } },
  ])
})

test('a mail is deleted once that is confirmed', async () => {
  const { server, run } = await start()
  await run('entry:delete')
  expect(server.entries).toHaveLength(1)
  await run('entry:delete', { confirmed: true })
  await expect.poll(() => server.entries).toHaveLength(0)
})
