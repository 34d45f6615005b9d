import { allSettled, createStore } from 'effector'
import i18next from 'i18next'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import app from '../../../locales/en/app.json' with { type: 'json' }
import { registry } from '../../model/app/index.ts'
import { $entryPanels, $importFormats } from '../../features/registry.ts'
import { defineClient, PluginRefusal, type ClientHalf, type PluginNode } from '../../plugin-api/client.ts'
import { z } from '../../plugin-api/manifest.ts'
import { pluginSettingChanged } from '../settings/plugin-states.ts'
import { $running } from '../run/plugins.ts'
import { $saves } from '../saves/saves.ts'
import { settingsAction } from '../settings/setting-address.ts'
import { readerWith } from './testing.ts'

beforeAll(() => void i18next.init({ lng: 'en', resources: { en: { app } } }))
beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] }),
)
afterEach(() => void vi.useRealTimers())

const greeter = (seen: (context: unknown) => void = () => {}) =>
  defineClient(({ command }) => {
    command({
      id: 'guest:greet',
      title: 'greet',
      run: (context) => {
        seen(context)
        return { key: 'greeting', values: { name: String(context.settings['name']) } }
      },
    })
    command({
      id: 'guest:refuse',
      title: 'refuse',
      run: () => {
        throw new PluginRefusal('notToday', { day: 'Monday' })
      },
    })
  })

/** A failure leads to the plugin's settings. */
const action = settingsAction('guest')

describe.each([
  ['built in', false],
  ['in a sandbox', true],
])('a plugin %s', (_, sandboxed) => {
  test('runs its commands with its settings, and refuses in its own words', async () => {
    const { run, notifications } = await readerWith(greeter(), sandboxed)
    await run('greet')
    await run('refuse')
    expect(notifications).toEqual([
      { key: 'guest:greeting', values: { name: 'Ada' } },
      { key: 'guest:notToday', values: { day: 'Monday' }, action },
    ])
  })

  test('has the commands of its manifest, which show what its server half says', async () => {
    const commandOf = (call: string) => ({ id: `guest:${call}`, title: call, call, scope: 'save' }) as const
    const { scope, run, notifications } = await readerWith(
      greeter(),
      sandboxed,
      [],
      [{ ...commandOf('send'), keywords: 'words' }, commandOf('refuse-it'), commandOf('rest')],
    )
    const ids = () => [...scope.getState(registry.$commands).keys()].filter((id) => id.startsWith('guest:'))
    expect(ids()).toEqual(['guest:send', 'guest:refuse-it', 'guest:rest', 'guest:greet', 'guest:refuse'])
    expect(scope.getState(registry.$commands).get('guest:send')).toMatchObject({
      group: 'plugin',
      title: 'guest:send',
      keywords: 'guest:words',
      plugin: 'guest',
    })
    for (const name of ['send', 'refuse-it', 'rest', 'greet']) await run(name)
    expect(notifications).toEqual([
      { key: 'guest:called', values: { call: 'send', input: '{}' } },
      { key: 'guest:no', values: { call: 'refuse-it' }, action },
      { key: 'guest:greeting', values: { name: 'Ada' } },
    ])
    await allSettled(pluginSettingChanged, { scope, params: { id: 'guest', values: { on: false } } })
    expect(ids()).toEqual([])
  })

  test('that throws is stopped and named', async () => {
    const client = defineClient(({ command }) =>
      command({
        id: 'guest:greet',
        title: 'greet',
        run: () => {
          throw new TypeError('undefined is not a function')
        },
      }),
    )
    const { run, notifications, scope } = await readerWith(client, sandboxed)
    await run('greet')
    expect(notifications).toEqual([
      {
        id: 'plugin-failed guest',
        key: 'app:plugin.broke',
        values: { plugin: 'guest' },
        reason: 'undefined is not a function',
        action,
      },
    ])
    expect(scope.getState($running).size).toBe(0)
    expect(scope.getState(registry.$commands).has('guest:greet')).toBe(false)
  })

  test('saves entries by its server half only with the permission', async () => {
    const client = defineClient(({ saves }) => saves({ needs: 'entry' }))
    const save = 'integration:save-to-guest'
    const refused = await readerWith(client, sandboxed)
    expect(refused.scope.getState(registry.$commands).has(save)).toBe(false)
    const { scope } = await readerWith(client, sandboxed, ['entries:save'])
    expect(scope.getState(registry.$commands).get(save)).toMatchObject({
      title: 'guest:save',
      plugin: 'guest',
      target: 'entries',
      targetNeeds: 'entry || selected > 0',
    })
    await allSettled(registry.commandInvoked, {
      scope,
      params: { id: save, args: { entries: ['1'] }, source: 'test' },
    })
    expect(scope.getState($saves).get('1 guest')).toMatchObject({ at: 0, isWaiting: false })
    await allSettled(pluginSettingChanged, { scope, params: { id: 'guest', values: { on: false } } })
    expect(scope.getState(registry.$commands).has(save)).toBe(false)
  })

  test.each([
    [
      'a command',
      defineClient(({ command }) =>
        command({ id: 'guest:go', title: 'go', needs: 'entry &&', run: () => undefined }),
      ),
    ],
    ['saving', defineClient(({ saves }) => saves({ needs: 'entry &&' }))],
  ])('with a wrong expression for %s is named, and the reader goes on', async (_what, client) => {
    const { scope, notifications } = await readerWith(client, sandboxed, ['entries:save'])
    expect(notifications).toMatchObject([{ key: 'app:plugin.broke', values: { plugin: 'guest' } }])
    expect(
      [...scope.getState(registry.$commands).values()].filter(({ plugin }) => plugin === 'guest'),
    ).toEqual([])
  })

  test('finds entries by query only with the permission', async () => {
    const client = defineClient(({ command, entries }) =>
      command({
        id: 'guest:greet',
        title: 'greet',
        run: async () => ({ key: 'found', values: { count: (await entries('is:unread')).length } }),
      }),
    )
    const refused = await readerWith(client, sandboxed)
    await refused.run('greet')
    expect(refused.notifications).toEqual([{ key: 'app:plugin.forbidden', action }])
    expect(refused.searched).toEqual([])
    const allowed = await readerWith(client, sandboxed, ['entries:read'])
    await allowed.run('greet')
    expect(allowed.notifications).toEqual([{ key: 'guest:found', values: { count: 0 } }])
    expect(allowed.searched).toEqual([{ q: 'is:unread', limit: 20 }])
  })

  test('calls its server half, which answers or refuses in words', async () => {
    const call = (name: string) => ({ name, input: z.unknown(), output: z.unknown() })
    const client = defineClient((host) => {
      const command = (verb: string) =>
        host.command({
          id: `guest:${verb}`,
          title: verb,
          run: async () => ({
            key: 'said',
            values: { text: JSON.stringify(await host.call(call(verb))({ by: 'Ada' })) },
          }),
        })
      for (const verb of ['greet', 'refuse']) command(verb)
    })
    const { run, notifications } = await readerWith(client, sandboxed)
    await run('greet')
    await run('refuse')
    expect(notifications).toEqual([
      { key: 'guest:said', values: { text: '{"call":"greet","input":{"by":"Ada"}}' } },
      { key: 'guest:no', values: { call: 'refuse' }, action },
    ])
  })

  test('changes entries only with the permission', async () => {
    const client = defineClient(({ command, changeEntries }) =>
      command({
        id: 'guest:greet',
        title: 'greet',
        run: async () => ({
          key: 'changed',
          values: { count: await changeEntries(['nothing'], { starred: true }) },
        }),
      }),
    )
    const refused = await readerWith(client, sandboxed, ['entries:mark'])
    await refused.run('greet')
    expect(refused.notifications).toEqual([{ key: 'app:plugin.forbidden', action }])
    const allowed = await readerWith(client, sandboxed, ['entries:change'])
    await allowed.run('greet')
    expect(allowed.notifications).toEqual([{ key: 'guest:changed', values: { count: 0 } }])
  })

  test('shows a panel as data while it runs, and leaves nothing after 100 switches', async () => {
    const client = defineClient(({ command, entryPanel }) => {
      command({ id: 'guest:greet', title: 'greet', run: () => undefined })
      entryPanel({ $tree: createStore<PluginNode | null>({ kind: 'text', text: 'Hello' }) })
    })
    const { scope, state } = await readerWith(client, sandboxed)
    const counts = () => [
      scope.getState(registry.$commands).size,
      scope.getState($entryPanels).length,
      scope.getState($running).size,
    ]
    const running = counts()
    expect(running[1]).toBe(1)
    for (let at = 0; at < 100; at += 1) {
      for (const on of [false, true])
        await allSettled(pluginSettingChanged, { scope, params: { id: 'guest', values: { on } } })
    }
    expect(counts()).toEqual(running)
    expect(state.removed).toBe(sandboxed ? 100 : 0)
  })
})

test('without the permission a sandboxed command is not told what is open or selected', async () => {
  const contexts: unknown[] = []
  const { run } = await readerWith(
    greeter((context) => contexts.push(context)),
    true,
  )
  await run('greet')
  expect(contexts).toMatchObject([{ entry: null, entries: [], selection: '' }])
})

test('a plugin that misses two heartbeats loses its frame and is named', async () => {
  const { state, scope, notifications } = await readerWith(greeter(), true)
  state.responds = false
  await vi.advanceTimersByTimeAsync(6000)
  expect(state.removed).toBe(1)
  expect(scope.getState($running).size).toBe(0)
  expect(notifications).toMatchObject([{ key: 'app:plugin.broke', reason: 'it no longer responded' }])
})

test('a plugin that responds lives on', async () => {
  const { state, scope } = await readerWith(greeter(), true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(state.removed).toBe(0)
  expect(scope.getState($running).size).toBe(1)
})

test('a flood that the frame has ended, and a deep value, end the plugin before React sees it', async () => {
  let deep = '{"kind":"text","text":"x"}'
  for (let at = 0; at < 3000; at += 1) deep = `{"kind":"stack","children":[${deep}]}`
  for (const [text, reason] of [
    ['{"type":"ended","reason":"flood"}', 'it sent too many messages'],
    [`{"type":"tree","index":0,"tree":${deep}}`, 'it sent a view that was too large'],
    [
      `{"t":"q","m":"show","a":[{"kind":"entryPanel","index":0},"$tree",${deep}]}`,
      'it sent a view that was too large',
    ],
  ] as const) {
    const { state, notifications } = await readerWith(greeter(), true)
    state.forge(text)
    await vi.advanceTimersByTimeAsync(0)
    expect(state.removed).toBe(1)
    expect(notifications).toMatchObject([{ key: 'app:plugin.broke', reason }])
  }
})

test('forged messages change nothing', async () => {
  const { state, scope, run, notifications } = await readerWith(greeter(), true)
  for (const text of [
    'no JSON',
    '[]',
    '{"type":"registered"}',
    '{"type":"returned","id":99}',
    '{"type":"tree","index":0,"tree":{"kind":"html","text":"<b>"}}',
    '{"type":"toolbarState","index":0,"state":{"__proto__":{"polluted":true}}}',
    '{"type":"call","id":1,"name":"__proto__","input":{}}',
    '{"type":"call","id":2,"name":"constructor","input":{}}',
    '{"t":"s","i":"99","r":{}}',
    '{"t":"s","i":"99","e":{"message":"broken"}}',
    '{"t":"q","m":"show","a":[{"kind":"entryPanel","index":0},"$tree",{"kind":"html","text":"<b>"}]}',
    '{"t":"q","m":"show","a":[{"kind":"toolbarItem","index":0},"$state",{"__proto__":{"polluted":true}}]}',
    '{"t":"q","m":"show","a":["toolbarItem"]}',
    '{"t":"q","i":"1","m":"call","a":["__proto__",[]]}',
    '{"t":"q","i":"2","m":"call","a":["constructor",[]]}',
    '{"t":"q","i":"3","m":"call","a":["storage.read"]}',
    '{"t":"q","i":"4","m":"constructor","a":[]}',
    '{"t":"q","i":"5","m":"$close","a":[]}',
    '{"t":"q","i":"6","m":"failed","a":[7]}',
    `{"t":"q","i":"${'7'.repeat(41)}","m":"call","a":["storage.read",[]]}`,
  ])
    state.forge(text)
  await vi.advanceTimersByTimeAsync(0)
  expect('polluted' in {}).toBe(false)
  expect(scope.getState($running).size).toBe(1)
  await run('greet')
  expect(notifications).toEqual([{ key: 'guest:greeting', values: { name: 'Ada' } }])
})

test('a function of the host that is not permitted, or unknown, is refused, and the response says no more', async () => {
  const { state } = await readerWith(greeter(), true)
  state.forge('{"t":"q","i":"a","m":"call","a":["storage.read",[]]}')
  state.forge('{"t":"q","i":"b","m":"call","a":["model.chat",[]]}')
  state.forge('{"t":"q","i":"c","m":"call","a":["entries",["is:unread",101]]}')
  await vi.advanceTimersByTimeAsync(0)
  const e = { text: { key: 'plugin.forbidden' } }
  expect(state.sent.filter(({ t }) => t === 's')).toEqual(['a', 'b', 'c'].map((i) => ({ t: 's', i, e })))
})

test('a function that never settles is refused when its time is over, and the plugin goes on', async () => {
  const client = defineClient(
    ({ importFormat }) =>
      void importFormat({
        id: 'slow',
        hint: 'hint',
        extensions: ['.txt'],
        mediaTypes: [],
        matches: () => true,
        read: () => new Promise(() => {}),
      }),
  )
  const { scope } = await readerWith(client, true)
  const [format] = scope.getState($importFormats)
  const problem = format?.read(new Uint8Array()).catch((error: Error) => error.message)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await problem).toBe("The plugin's request failed.")
  expect(scope.getState($running).size).toBe(1)
})

test.each<[string, ClientHalf, string]>([
  [
    'a component',
    defineClient(({ entryPanel }) => entryPanel({ load: async () => ({ default: () => null }) })),
    'In a sandbox, entryPanel has a $tree',
  ],
  [
    'a title that is too long',
    defineClient(({ searchSource }) =>
      searchSource({ id: 'shelf', title: 'x'.repeat(101), search: () => [] }),
    ),
    'searchSource does not fit: title',
  ],
  [
    'more than it may have',
    defineClient(({ contentTransform }) => {
      for (let at = 0; at < 11; at += 1) contentTransform({ title: 'again', transform: (html) => html })
    }),
    'contentTransform does not fit',
  ],
  [
    'more status items than it may have',
    defineClient(({ statusItem }) => {
      for (const id of ['a', 'b', 'c', 'd'])
        statusItem({ id, $state: createStore(null, { serialize: 'ignore' }) })
    }),
    'statusItem does not fit',
  ],
  [
    'more columns of lists than it may have',
    defineClient(({ listColumn }) => {
      for (const id of ['a', 'b', 'c']) listColumn({ id, title: 'a', width: 3, cellsOf: () => [] })
    }),
    'listColumn does not fit',
  ],
  [
    'a column of lists whose title is no key',
    defineClient(({ listColumn }) =>
      listColumn({ id: 'a', title: { toString: () => 'a' } as never, width: 3, cellsOf: () => [] }),
    ),
    'listColumn does not fit',
  ],
])('a plugin with %s does not start, and is told why', async (_, client, reason) => {
  const { scope, state, notifications } = await readerWith(client, true, ['entries:read', 'search'])
  expect(scope.getState($running).size).toBe(0)
  expect(state.removed).toBe(1)
  expect(notifications).toMatchObject([
    { key: 'app:plugin.broke', reason: expect.stringContaining(reason) as string },
  ])
})

test('a plugin with a command of another plugin does not start, and replaces nothing', async () => {
  const client = defineClient(({ command }) => {
    command({ id: 'guest:go', title: 'go', run: () => undefined })
    command({ id: 'counter:go', title: 'go', run: () => undefined })
  })
  const { scope, notifications } = await readerWith(client, true)
  expect(scope.getState($running).size).toBe(0)
  expect(notifications).toMatchObject([{ key: 'app:plugin.broke' }])
  const commands = scope.getState(registry.$commands)
  expect([commands.has('guest:go'), commands.has('counter:go')]).toEqual([false, false])
})
