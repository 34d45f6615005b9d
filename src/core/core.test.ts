import { allSettled, combine, createEffect, createEvent, createStore, createWatch, fork } from 'effector'
import { expect, test } from 'vitest'
import {
  boundKeys,
  createContext,
  createHotkeys,
  createRegistry,
  createTable,
  done,
  findClashes,
  keymapOf,
  nothing,
  type KeyBinding,
  type KeyRule,
  type PressReport,
  type CommandCall,
  type Command,
  type Context,
  type Targets,
  type Invocation,
  type Press,
} from './index.ts'

const run = createEvent<CommandCall>()
const command = (id: string, keys: string, more: Partial<Command> = {}): Command => ({
  id,
  group: 'test',
  title: id,
  kind: 'view',
  bindings: [{ keys }],
  run,
  ...more,
})

/** A window that a test types into. */
function typing(
  commands: readonly Command[],
  area = 'timeline',
  truthy: string[] = [],
  rules: readonly KeyRule[] = [],
) {
  let isShown = false
  let due: (() => void) | null = null
  let delay = 0
  const fired: string[] = []
  let next: readonly KeyBinding[] = []
  const reports: PressReport[] = []
  const bound = keymapOf(commands, {}, rules)
  const hotkeys = createHotkeys(
    {
      after: (ms, then) => {
        delay = ms
        due = then
        return () => (due = null)
      },
    },
    {
      bound: () => bound,
      area: () => area,
      contextKeys: () => new Map(truthy.map((key) => [key, true])),
      fire: ({ id, count, args }) =>
        fired.push(`${id}${count === 1 ? '' : ` ×${count}`}${args ? ` ${JSON.stringify(args)}` : ''}`),
      pressed: (report) => reports.push(report),
      waiting: (state) => (next = state.next),
      areContinuationsShown: () => isShown,
    },
  )
  const press = (key: string, more: Partial<Press> & { modifiers?: string[] } = {}) => {
    let prevented = false
    hotkeys.press({
      key,
      code: key.length === 1 ? `Key${key.toUpperCase()}` : key,
      repeat: false,
      isComposing: false,
      defaultPrevented: false,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      target: null,
      getModifierState: (name) => more.modifiers?.includes(name) ?? false,
      preventDefault: () => (prevented = true),
      stopPropagation: () => {},
      ...more,
    })
    return prevented
  }
  return {
    press,
    fired,
    reset: hotkeys.reset,
    showContinuations: () => (isShown = true),
    reports,
    timeout: () => due?.(),
    delay: () => delay,
    next: () => next.map(({ command: one }) => one.id),
  }
}
/** Targets: the entries `e1`, `e2` …, as many as the count. */
const testRegistry = (context: Context) =>
  createRegistry({
    $contextKeys: context.$contextKeys,
    $targets: createStore<Targets>({
      entries: (count) => Array.from({ length: count }, (_, index) => `e${index + 1}`),
      subscriptions: () => undefined,
      category: () => undefined,
      view: () => 0,
    }),
    $newId: createStore(() => 'group'),
  })
const field = { matches: (selector: string) => selector.includes('input') }

test('a sequence fires with its last key and reports the possible continuations', () => {
  const keys = typing([command('stars', 'g s'), command('all', 'g a')])
  expect(keys.press('g')).toBe(true)
  expect(keys.next()).toEqual(['stars', 'all'])
  keys.press('s')
  expect(keys.fired).toEqual(['stars'])
  expect(keys.next()).toEqual([])
})

test('what a browser reports as a press without a key is none', () => {
  const keys = typing([command('next', 'j')])
  keys.press('', { getModifierState: undefined as never })
  expect([keys.fired, keys.reports]).toEqual([[], []])
})

test('a sequence waits while its continuations are shown', () => {
  const keys = typing([command('stars', 'g s'), command('top', 'g g'), command('star', 's')])
  keys.press('g')
  keys.showContinuations()
  keys.timeout()
  expect(keys.next()).toEqual(['stars', 'top'])
  keys.press('s')
  expect(keys.fired).toEqual(['stars'])
})

test('a sequence is reset by its timeout and by Escape', () => {
  const keys = typing([command('stars', 'g s'), command('star', 's')])
  keys.press('g')
  expect(keys.delay()).toBe(1000)
  keys.timeout()
  keys.press('s')
  keys.press('g')
  keys.press('Escape')
  keys.press('s')
  expect(keys.fired).toEqual(['star', 'star'])
})

test('a key that does not continue a sequence starts a new one', () => {
  const keys = typing([command('stars', 'g s'), command('next', 'j')])
  keys.press('g')
  keys.press('j')
  expect(keys.fired).toEqual(['next'])
})

test('digits before a key set the count', () => {
  const keys = typing([command('next', 'j', { takesCount: true }), command('star', 's')])
  for (const key of ['1', '2', 'j', '3', 's']) keys.press(key, { code: key })
  expect(keys.fired).toEqual(['next ×12', 'star ×3'])
})

test('keys whose condition does not hold are left to the browser, and hide no other keys', () => {
  const conditional = (id: string, when: string) => command(id, '', { bindings: [{ keys: 'Tab', when }] })
  const commands = [conditional('view', 'pane'), conditional('other', '!pane')]
  const inPane = typing(commands, 'timeline', ['pane'])
  expect(inPane.press('Tab')).toBe(true)
  expect(inPane.fired).toEqual(['view'])
  const outside = typing(commands.slice(0, 1))
  expect(outside.press('Tab')).toBe(false)
  expect(outside.fired).toEqual([])
  expect(findClashes(boundKeys(commands, {}))).toEqual([])
})

test('Enter and Space activate the focused button, and a slider handles the arrow keys', () => {
  const keys = typing([command('a', 'Enter'), command('b', 'ArrowUp')])
  const button = { matches: (selector: string) => selector.split(',').includes('button') }
  const slider = { matches: (selector: string) => selector.includes('input[type=range]') }
  keys.press('Enter', { target: button })
  keys.press('ArrowUp', { target: slider })
  keys.press('ArrowUp', { target: button })
  keys.press('Enter')
  expect(keys.fired).toEqual(['b', 'a'])
})

test('nothing fires during composition or in a field, except commands that allow it', () => {
  const keys = typing([command('next', 'j'), command('palette', 'k', { inFields: true })])
  keys.press('j', { isComposing: true })
  keys.press('j', { target: field })
  keys.press('k', { target: field })
  expect(keys.fired).toEqual(['palette'])
})

test('a pressed key repeats only commands that allow it', () => {
  const keys = typing([command('next', 'j', { repeats: true }), command('star', 's')])
  keys.press('j', { repeat: true })
  keys.press('s', { repeat: true })
  expect(keys.fired).toEqual(['next'])
})

test('a held prefix neither starts anew nor completes anything', () => {
  const keys = typing([
    command('stars', 'g s'),
    command('star', 's'),
    command('next', 'j', { repeats: true }),
  ])
  keys.press('g')
  keys.press('g', { repeat: true })
  keys.press('g', { repeat: true })
  keys.press('s')
  expect(keys.fired).toEqual(['stars'])
  keys.press('5', { code: 'Digit5' })
  keys.press('5', { code: 'Digit5', repeat: true })
  keys.press('j')
  expect(keys.fired).toEqual(['stars', 'next ×5'])
})

test('a click ends the wait for a further key', () => {
  const keys = typing([command('stars', 'g s'), command('star', 's')])
  keys.press('g')
  keys.reset()
  keys.press('s')
  expect(keys.fired).toEqual(['star'])
})

test('after a digit the commands that take a count may follow', () => {
  const entries = { target: 'entries', args: [{ name: 'entries', type: 'entries', title: '' }] } as const
  const keys = typing([
    command('next', 'j', { takesCount: true }),
    command('star', 's', entries),
    command('help', '?'),
  ])
  keys.press('5', { code: 'Digit5' })
  expect(keys.next()).toEqual(['next', 'star'])
  keys.press('Escape')
  keys.press('s')
  expect(keys.fired).toEqual(['star'])
})

test('a placeholder takes the next press as the argument of the type key', () => {
  const keys = typing([
    command('mark', 'm {key}', { args: [{ name: 'mark', type: 'key', title: '' }] }),
    command('next', 'j'),
  ])
  keys.press('m')
  keys.press('j')
  keys.press('m')
  keys.press('3', { code: 'Digit3' })
  expect(keys.fired).toEqual(['mark {"mark":"j"}', 'mark {"mark":"3"}'])
})

test('keys of an input method and of a field in a shadow root do nothing', () => {
  const keys = typing([command('next', 'j')])
  keys.press('j', { keyCode: 229 })
  keys.press('j', { target: { matches: () => false }, composedPath: () => [field] })
  expect(keys.fired).toEqual([])
})

test('a rule of the user wins, passes its arguments and count, and unbinds', () => {
  const commands = [command('star', 's', { where: ['timeline'] }), command('next', 'j', { takesCount: true })]
  const rules = [
    { keys: 's', command: 'next', count: 3 },
    { keys: 'j', command: null },
    { keys: 'x', command: 'star', args: { to: 'a' }, when: 'entry' },
  ]
  const keys = typing(commands, 'timeline', [], rules)
  for (const key of ['s', 'j', 'x']) keys.press(key)
  expect(keys.fired).toEqual(['next ×3'])
  const withEntry = typing(commands, 'timeline', ['entry'], rules)
  withEntry.press('x')
  expect(withEntry.fired).toEqual(['star {"to":"a"}'])
  const elsewhere = typing(commands, 'subscription-list', ['entry'], rules)
  elsewhere.press('x')
  expect(elsewhere.fired).toEqual([])
})

test('of a key and a longer sequence of the user, the key waits for its time to pass', () => {
  const keys = typing(
    [command('star', 's'), command('stars', 'g s'), command('next', 'j')],
    'timeline',
    [],
    [{ keys: 's t', command: 'stars' }],
  )
  keys.press('s')
  keys.timeout()
  keys.press('s')
  keys.press('t')
  keys.press('s')
  keys.press('j')
  expect(keys.fired).toEqual(['star', 'stars', 'star', 'next'])
})

test('each press is reported with what it did, and why it did nothing', () => {
  const keys = typing([
    command('scroll', 'x', { where: ['entry-render'] }),
    command('star', 's', { needs: 'entry' }),
  ])
  keys.press('x')
  keys.press('s')
  keys.press('q')
  expect(
    keys.reports.map(({ outcome, missing, inactive }) => [outcome, missing?.length, inactive[0]?.why]),
  ).toEqual([
    ['nothing', undefined, 'area'],
    ['run', 1, undefined],
    ['nothing', undefined, undefined],
  ])
})

test('a key applies in its areas, and one without areas everywhere but in a modal', () => {
  const commands = [command('here', 'x', { where: ['entry-render'] }), command('anywhere', 'y')]
  const timeline = typing(commands)
  timeline.press('x')
  timeline.press('y')
  const modal = typing(commands, 'modal')
  modal.press('y')
  expect([timeline.fired, modal.fired]).toEqual([['anywhere'], []])
})

test('of two commands with the same key the available one runs', () => {
  const keys = typing(
    [command('a', 'x', { needs: 'entry' }), command('b', 'x', { needs: 'online' })],
    'timeline',
    ['online'],
  )
  keys.press('x')
  expect(keys.fired).toEqual(['b'])
})

test('equal keys and prefixes conflict only where both apply', () => {
  const clashes = (commands: Command[]) => findClashes(boundKeys(commands, {})).map(({ is }) => is)
  expect(clashes([command('a', 'g'), command('b', 'g s')])).toEqual(['prefix'])
  expect(clashes([command('a', 'Shift+$mod+A'), command('b', '$mod+Shift+a')])).toEqual(['same'])
  expect(
    clashes([command('a', 'x', { where: ['timeline'] }), command('b', 'x', { where: ['entry-render'] })]),
  ).toEqual([])
  expect(clashes([command('a', 'x'), command('b', 'x', { where: ['modal'] })])).toEqual([])
})

test("the user's keys replace the defaults, and an empty text unbinds", () => {
  const commands = [command('a', 'x'), command('b', 'y')]
  expect(boundKeys(commands, { a: 'm, g r', b: '' }).map(({ keys, own }) => [keys, own])).toEqual([
    ['m', true],
    ['g r', true],
  ])
})

test("the user's keys for a command apply where its default keys did, and nowhere else", () => {
  const star = command('star', 's', { where: ['timeline'] })
  const move: Command = { ...command('move', 'x'), bindings: [{ keys: 'x', where: ['subscription-list'] }] }
  const bound = boundKeys([star, move], { star: 'x' })
  expect(bound.map(({ command: { id }, where }) => [id, where])).toEqual([
    ['move', ['subscription-list']],
    ['star', ['timeline']],
  ])
  expect(findClashes(bound)).toEqual([])
})

test('the registry runs a command, requests its arguments or declines it', async () => {
  const context = createContext('timeline')
  const registry = testRegistry(context)
  const scope = fork()
  const seen: string[] = []
  const ran = createEvent<CommandCall>()
  ran.watch(({ args }) => seen.push(`ran ${JSON.stringify(args)}`))
  registry.argumentsNeeded.watch(({ command: { id } }) => seen.push(`asks for ${id}`))
  registry.commandDeclined.watch((declined) => seen.push(`declined ${declined.id} ${declined.why}`))
  const asking = command('move', 'm', {
    run: ran,
    args: [{ name: 'to', title: 'to', type: 'text' }],
    needs: 'entry',
  })
  await allSettled(registry.registered, { scope, params: [asking] })
  const invoke = (args?: Record<string, string>) =>
    allSettled(registry.commandInvoked, { scope, params: { id: 'move', source: 'test', args } })
  await invoke()
  await allSettled(context.contextKeysChanged, { scope, params: { entry: true } })
  await invoke()
  await invoke({ to: 'x' })
  await allSettled(registry.unregistered, { scope, params: [asking] })
  await invoke()
  expect(seen).toEqual([
    'declined move unavailable',
    'asks for move',
    'ran {"to":"x"}',
    'declined move unknown',
  ])
})

const entriesArgument = { name: 'entries', type: 'entries', title: 'entries' } as const

test('the current target is written into the call, as many as the count, and a given one is kept', async () => {
  const context = createContext('timeline')
  const registry = testRegistry(context)
  const scope = fork()
  const calls: CommandCall[] = []
  createWatch({ unit: registry.commandStarted, scope, fn: ({ call }) => calls.push(call) })
  const star = command('star', 's', { kind: 'change', target: 'entries', args: [entriesArgument] })
  const step = command('step', 'j', { kind: 'motion', takesCount: true })
  await allSettled(registry.registered, { scope, params: [star, step] })
  const invoke = (more: Partial<Invocation>) =>
    allSettled(registry.commandInvoked, { scope, params: { id: 'star', source: 'test', ...more } })
  await invoke({})
  await invoke({ count: 3 })
  await invoke({ args: { entries: ['x'] }, count: 3 })
  await invoke({ id: 'step', count: 4 })
  expect(calls.map(({ args, count }) => [args, count])).toEqual([
    [{ entries: ['e1'] }, 1],
    [{ entries: ['e1', 'e2', 'e3'] }, 1],
    [{ entries: ['x'] }, 1],
    [{}, 4],
  ])
})

test('a change of more than 50 targets runs once it is confirmed', async () => {
  const registry = testRegistry(createContext('timeline'))
  const scope = fork()
  const seen: unknown[] = []
  createWatch({ unit: registry.commandStarted, scope, fn: () => seen.push('started') })
  createWatch({ unit: registry.confirmationNeeded, scope, fn: ({ affected }) => seen.push(affected) })
  const star = command('star', 's', { kind: 'change', target: 'entries', args: [entriesArgument] })
  await allSettled(registry.registered, { scope, params: [star] })
  const params = { id: 'star', source: 'test', count: 51 } as const
  await allSettled(registry.commandInvoked, { scope, params })
  await allSettled(registry.commandInvoked, { scope, params: { ...params, confirmed: true } })
  expect(seen).toEqual([51, 'started'])
})

test('a dispatch resolves to the result of the command, also when it throws or has nothing to do', async () => {
  const registry = testRegistry(createContext('timeline'))
  const scope = fork()
  const failure = new Error('no')
  const commands = [
    command('effect', 'a', { run: createEffect(async (_: CommandCall) => done({ key: 'app:x' })) }),
    command('idle', 'b', { run: createEffect((_: CommandCall) => nothing()) }),
    command('throws', 'c', {
      run: () => {
        throw failure
      },
    }),
    command('event', 'd'),
  ]
  await allSettled(registry.registered, { scope, params: commands })
  const resultOf = async (id: string) => {
    const settled = await allSettled(registry.dispatchFx, { scope, params: { id, source: 'test' } })
    return settled.status === 'done' ? settled.value.result : settled
  }
  expect(await resultOf('effect')).toEqual({ status: 'done', message: { key: 'app:x' } })
  expect(await resultOf('idle')).toEqual({ status: 'nothing' })
  expect(await resultOf('throws')).toEqual({ status: 'failed', error: failure })
  expect(await resultOf('event')).toEqual({ status: 'done' })
})

test('an argument of the wrong type is declined by name', async () => {
  const registry = testRegistry(createContext('timeline'))
  const scope = fork()
  const declined: unknown[] = []
  createWatch({ unit: registry.commandDeclined, scope, fn: (one) => declined.push(one) })
  const go = command('go', 'g', { args: [{ name: 'view', type: 'view', title: 'view' }] })
  await allSettled(registry.registered, { scope, params: [go] })
  await allSettled(registry.commandInvoked, {
    scope,
    params: { id: 'go', source: 'test', args: { view: '3' } },
  })
  expect(declined).toEqual([{ id: 'go', source: 'test', why: 'invalid', argument: 'view', problem: 'type' }])
})

test('a context key follows the store that provides it', async () => {
  const context = createContext('timeline')
  const turned = createEvent<boolean>()
  const $online = createStore(false).on(turned, (_, on) => on)
  context.provide({ source: $online, keys: (online) => ({ online }) })
  const scope = fork()
  await allSettled(turned, { scope, params: true })
  expect(scope.getState(context.$contextKeys).get('online')).toBe(true)
})

test('context keys that change together are updated together for every reader', async () => {
  const context = createContext('timeline')
  const opened = createEvent<string>()
  const $entry = createStore<string | null>(null).on(opened, (_, url) => url)
  context.provide({
    source: $entry,
    keys: (entry) => ({ entry: entry !== null, entryUrl: Boolean(entry) }),
  })
  const lookers = Array.from({ length: 12 }, (_, id) =>
    combine(context.$contextKeys, createStore(id), (values) =>
      ['entry', 'entryUrl'].filter((key) => values.get(key)).join(),
    ),
  )
  const scope = fork()
  await allSettled(opened, { scope, params: 'https://example.org/' })
  expect(new Set(lookers.map((looker) => scope.getState(looker)))).toEqual(new Set(['entry,entryUrl']))
})

test('a refused change leaves rows received meanwhile, and an accepted one becomes confirmed', async () => {
  const table = createTable<number>()
  const scope = fork()
  const visible = () => Object.fromEntries(scope.getState(table.$rows))
  await allSettled(table.received, { scope, params: { a: 1, b: 5 } })
  const plus = (mutationId: string) =>
    allSettled(table.begun, {
      scope,
      params: { mutationId, update: (rows) => ({ a: (rows.get('a') ?? 0) + 1 }) },
    })
  await plus('one')
  await plus('two')
  expect(visible()).toEqual({ a: 3, b: 5 })
  await allSettled(table.received, { scope, params: { a: 10, b: null } })
  await allSettled(table.refused, { scope, params: 'one' })
  expect(visible()).toEqual({ a: 11 })
  await allSettled(table.accepted, { scope, params: { mutationId: 'two', update: () => ({ a: 20 }) } })
  expect(visible()).toEqual({ a: 20 })
  expect(scope.getState(table.$pending)).toEqual([])
})
