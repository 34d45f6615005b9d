/** Commands of which only the rows are loaded, until one of them is needed. */
import { allSettled, createStore, createWatch, fork } from 'effector'
import { expect, test, vi } from 'vitest'
import { createContext, createRegistry, rowOf, unloadedCommand, type Command, type Targets } from './index.ts'

const noTargets: Targets = {
  entries: () => undefined,
  subscriptions: () => undefined,
  category: () => undefined,
  view: () => undefined,
}

/** A registry with the rows of `first` and `second`; the test decides when their code arrives. */
function begun() {
  const registry = createRegistry({
    $contextKeys: createContext('timeline').$contextKeys,
    $targets: createStore(noTargets),
    $newId: createStore(() => 'group'),
  })
  const scope = fork()
  const ran: string[] = []
  const command = (id: string, more: Partial<Command> = {}): Command => ({
    id,
    group: 'test',
    title: id,
    kind: 'view',
    run: () => void ran.push(id),
    ...more,
  })
  let loads = 0
  const code = Promise.withResolvers<readonly Command[]>()
  const load = () => {
    loads += 1
    return code.promise
  }
  const rows = ['first', 'second'].map((id) => unloadedCommand(rowOf(command(id)), load))
  const invoke = (id: string) =>
    allSettled(registry.commandInvoked, { scope, params: { id, source: 'keyboard' } })
  return { registry, scope, ran, command, code, rows, invoke, loads: () => loads }
}

test('a command whose row alone is known is loaded, then runs as it is', async () => {
  const { registry, scope, ran, command, code, rows, invoke } = begun()
  await allSettled(registry.registered, { scope, params: rows })
  const done = invoke('first')
  expect(ran).toEqual([])
  code.resolve([command('first'), command('second', { icon: 'star' })])
  await done
  expect(ran).toEqual(['first'])
  const known = [...scope.getState(registry.$commands).values()]
  expect(known.map(({ id, icon, load }) => [id, icon, load])).toEqual([
    ['first', undefined, undefined],
    ['second', 'star', undefined],
  ])
})

test('what is invoked while others load runs in its turn, those that are loaded too', async () => {
  const { registry, scope, ran, command, code, rows, invoke } = begun()
  await allSettled(registry.registered, { scope, params: [...rows, command('third')] })
  const invoked = [invoke('second'), invoke('third'), invoke('first')]
  code.resolve([command('first'), command('second')])
  await Promise.all(invoked)
  await invoke('third')
  expect(ran).toEqual(['second', 'third', 'first', 'third'])
})

test('a key waits for earlier ones, though the code that they wait for has arrived by another request', async () => {
  const { registry, scope, ran, command, code, rows, invoke } = begun()
  const later = Promise.withResolvers<readonly Command[]>()
  const codes = [code.promise, later.promise]
  const load = () => codes.shift() ?? Promise.resolve([])
  await allSettled(registry.registered, {
    scope,
    params: [...rows.map((row) => ({ ...row, load })), command('third')],
  })
  const preloaded = allSettled(registry.loadFx, { scope })
  const third = invoke('third')
  code.resolve([command('first'), command('second')])
  await vi.waitFor(() => expect(scope.getState(registry.$commands).get('first')?.load).toBeUndefined())
  const first = invoke('first')
  later.resolve([])
  await Promise.all([preloaded, third, first])
  expect(ran).toEqual(['third', 'first'])
})

test('arguments that a row does not know are asked for once it is loaded', async () => {
  const { registry, scope, ran, command, code, rows, invoke } = begun()
  await allSettled(registry.registered, { scope, params: rows })
  const requested: unknown[] = []
  createWatch({ unit: registry.argumentsNeeded, scope, fn: (needed) => requested.push(needed.command.args) })
  const args = [{ name: 'name', title: 'Name', type: 'text' }] as const
  code.resolve([command('first', { args }), command('second')])
  await invoke('first')
  expect([requested, ran]).toEqual([[args], []])
})

test('code that cannot be fetched fails the command, and the next key asks for it again', async () => {
  const { registry, scope, ran, code, rows, invoke, loads } = begun()
  await allSettled(registry.registered, { scope, params: rows })
  const failed: unknown[] = []
  createWatch({ unit: registry.commandFailed, scope, fn: (of) => failed.push([of.command.id, of.error]) })
  const error = new TypeError('Failed to fetch')
  code.reject(error)
  await invoke('first')
  await invoke('second')
  expect(failed).toEqual([
    ['first', error],
    ['second', error],
  ])
  expect([ran, loads()]).toEqual([[], 2])
})

test('all are loaded at once, and one that was unregistered meanwhile stays away', async () => {
  const { registry, scope, command, code, rows, loads } = begun()
  await allSettled(registry.registered, { scope, params: rows })
  const settled = [
    allSettled(registry.loadFx, { scope }),
    allSettled(registry.unregistered, { scope, params: rows.slice(0, 1) }),
  ]
  code.resolve([command('first'), command('second')])
  await Promise.all(settled)
  await allSettled(registry.loadFx, { scope })
  expect([...scope.getState(registry.$commands).keys()]).toEqual(['second'])
  expect(loads()).toBe(1)
})

test('an empty list changes nothing: what is derived from the commands is not computed anew', async () => {
  const { registry, scope, command } = begun()
  await allSettled(registry.registered, { scope, params: [command('first')] })
  const before = scope.getState(registry.$commands)
  await allSettled(registry.registered, { scope, params: [] })
  await allSettled(registry.unregistered, { scope, params: [] })
  expect(scope.getState(registry.$commands)).toBe(before)
})
