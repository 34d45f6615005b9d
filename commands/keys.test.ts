import { allSettled, createWatch } from 'effector'
import { expect, test } from 'vitest'
import type { Command } from '../src/core/index.ts'
import {
  $userKeymap,
  context,
  infoNotified,
  overrideChanged,
  registry,
  ruleAdded,
  type UserNotification,
} from '../src/model/app/index.ts'
import {
  $macros,
  $recording,
  keyHintDue,
  keyPressed,
  macrosImported,
  parseMacros,
} from '../src/model/keys/index.ts'
import { startReader } from '../src/model/testing.ts'
import { allCommands } from './index.ts'

async function macroReader() {
  const reader = await startReader()
  const { scope } = reader
  const calls: string[] = []
  const step = (id: string, run: Command['run'], more: Partial<Command> = {}): Command => ({
    id,
    group: 'test',
    title: id,
    kind: 'motion',
    run,
    ...more,
  })
  const commands = [
    step('test:one', ({ args, group }) => void calls.push(`one ${JSON.stringify(args)} ${group}`)),
    step('test:two', ({ count, group }) => void calls.push(`two ×${count} ${group}`), { takesCount: true }),
    step('test:needy', () => void calls.push('needy'), { needs: 'never' }),
  ]
  await allSettled(registry.registered, { scope, params: [...allCommands, ...commands] })
  const notified: UserNotification[] = []
  createWatch({ unit: infoNotified, scope, fn: (one) => void notified.push(one) })
  const run = (id: string, more = {}) =>
    allSettled(registry.commandInvoked, { scope, params: { id, source: 'keyboard', ...more } })
  return { reader, scope, run, calls, notified }
}

test('a macro is recorded by doing, becomes a command and plays as one undo group', async () => {
  const { scope, run, calls, reader } = await macroReader()
  await run('macro:record')
  expect(scope.getState(context.$contextKeys).get('recording')).toBe(true)
  await run('test:one', { args: { to: 'x' } })
  await run('test:two', { count: 3 })
  await run('palette:open')
  expect(scope.getState($recording)).toHaveLength(2)
  await run('macro:save', { args: { name: 'My macro' } })
  expect(scope.getState($recording)).toBeNull()
  expect(reader.storage.getItem('lectern:macros')).toContain('My macro')
  calls.length = 0
  await run('macro:my-macro', { group: 'g7' })
  expect(calls).toEqual(['one {"to":"x"} g7', 'two ×3 g7'])
})

test('a macro stops at the first step that cannot run, and says which', async () => {
  const { scope, run, calls, notified } = await macroReader()
  const steps = ['test:one', 'test:needy', 'test:two'].map((id) => ({ id, args: {}, count: 1 }))
  await allSettled(macrosImported, { scope, params: [{ name: 'Three', steps }] })
  calls.length = 0
  await run('macro:three')
  expect(calls).toHaveLength(1)
  expect(notified.at(-1)).toMatchObject({ key: 'app:macros.stopped', values: { step: 2, of: 3 } })
})

test('macros survive JSON, and what is none is left out', () => {
  const macro = { name: 'A', steps: [{ id: 'test:one', args: { to: 'x' }, count: 2 }] }
  expect(parseMacros(JSON.parse(JSON.stringify([macro])))).toEqual([macro])
  expect(parseMacros([{ name: '', steps: [] }, null, { name: 'B', steps: [{ count: 1 }] }])).toEqual([
    { name: 'B', steps: [] },
  ])
  expect(parseMacros('text')).toBeNull()
})

test('resetting all keys is one step, which names the command and is undone as a whole', async () => {
  const { scope, run, reader } = await macroReader()
  for (const id of ['entry:star', 'entry:read'])
    await allSettled(overrideChanged, { scope, params: { id, keys: 'x' } })
  await allSettled(ruleAdded, { scope, params: { keys: 'y', command: 'go:stars' } })
  const before = scope.getState($userKeymap)
  await run('shortcuts:reset-all')
  expect(scope.getState($userKeymap)).toEqual({ overrides: {}, rules: [] })
  const { undo } = await reader.local.call('journal.newest')
  expect(undo).toMatchObject({
    title: { key: 'app:undo.keymap' },
    command: { id: 'shortcuts:reset-all', args: {} },
  })
  await run('global:undo')
  expect(scope.getState($userKeymap)).toEqual(before)
})

test('deleting a macro is taken back, its command included', async () => {
  const { scope, run } = await macroReader()
  const macro = { name: 'One', steps: [{ id: 'test:one', args: {}, count: 1 }] }
  await allSettled(macrosImported, { scope, params: [macro] })
  await run('macro:delete', { args: { name: 'One' } })
  expect(scope.getState(registry.$commands).has('macro:one')).toBe(false)
  await run('global:undo')
  expect(scope.getState($macros)).toEqual([macro])
  expect(scope.getState(registry.$commands).has('macro:one')).toBe(true)
})

test('a macro without steps is not saved', async () => {
  const { scope, run } = await macroReader()
  await run('macro:record')
  await run('macro:save', { args: { name: 'Empty' } })
  expect(scope.getState($macros)).toEqual([])
})

test('a clicked command with a key is pointed out once a day', async () => {
  const { scope, run, reader } = await macroReader()
  const hints: string[] = []
  createWatch({ unit: keyHintDue, scope, fn: ({ keys }) => void hints.push(keys) })
  await run('global:show-shortcuts', { source: 'button' })
  await run('global:show-shortcuts', { source: 'button' })
  await run('go:stars', { source: 'menu' })
  await run('go:all')
  expect(hints).toEqual(['[Shift]+?', 'g s'])
  await reader.later(86_400_000)
  await run('go:stars', { source: 'menu' })
  expect(hints).toEqual(['[Shift]+?', 'g s', 'g s'])
})

test('a key that does nothing says so once per session, in panes only', async () => {
  const { scope, notified } = await macroReader()
  const press = (key: string, area = 'timeline', outcome: 'nothing' | 'field' = 'nothing') =>
    allSettled(keyPressed, { scope, params: { typed: [key], outcome, area, inactive: [] } })
  await press('ö')
  await press('ö')
  await press('x', 'modal')
  await press('x', 'timeline', 'field')
  await press('arrowleft')
  expect(notified.filter(({ key }) => key === 'app:keys.doesNothing')).toHaveLength(1)
})
