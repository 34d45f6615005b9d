import { allSettled, createEvent, createStore, createWatch, type Scope } from 'effector'
import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { $transformedHtml } from '../../features/entry/content-transforms.ts'
import {
  $entryPanels,
  $exportFormats,
  $features,
  $feedSources,
  $importFormats,
  $screens,
  contributed,
  $toolbarItems,
  $toolbarItemStates,
} from '../../features/registry.ts'
import { errorNotified, registry } from '../../model/app/index.ts'
import { contentsLoaded, entrySummariesLoaded } from '../../model/entries/index.ts'
import { navigationRequested } from '../../model/location/index.ts'
import { $providedOutputs, type MediaOutput } from '../../model/player/media-output.ts'
import { $searchSources } from '../../model/search/provided-sources.ts'
import { settingChanged } from '../../model/settings/index.ts'
import { $drawnRows } from '../../model/timeline/state.ts'
import { defineClient, type ClientHalf, type ClientHost, type EntryHead } from '../../plugin-api/client.ts'
import { z, type Manifest } from '../../plugin-api/manifest.ts'
import { readerWith } from '../sandbox/testing.ts'
import { pluginSettingChanged } from '../settings/plugin-states.ts'
import { readerWithPlugin, testManifest } from '../testing.ts'
import { $pluginSources } from './catalogue.ts'
import { $running } from './plugins.ts'

const $settingsParts = contributed(({ id, settingsParts = [] }) =>
  settingsParts.map((load) => ({ id, load })),
)
const $statusItems = contributed(({ statusItems = [] }) => statusItems)

beforeAll(() => i18next.init({ lng: 'en', resources: {} }))

type Start = (host: ClientHost) => void

/** A reader with one plugin that is on, and what it has run of its code. */
async function reader(more: Partial<Manifest>, start: Start, client?: () => Promise<ClientHalf>) {
  let starts = 0
  const counted: Start = (host) => {
    starts += 1
    start(host)
  }
  const { scope, set } = await readerWithPlugin(
    testManifest('guest', { permissions: ['entries:read', 'search'], ...more }),
    counted,
    {
      ...(client && { client }),
      platform: { download: () => {} },
      api: { reads: { mark: async () => ({ code: 0 }) } },
    },
  )
  const errors: unknown[] = []
  createWatch({ unit: errorNotified, scope, fn: (one) => void errors.push(one) })
  return {
    scope,
    set,
    errors,
    starts: () => starts,
    run: (id: string) => allSettled(registry.commandInvoked, { scope, params: { id, source: 'test' } }),
  }
}

async function openEntry(scope: Scope, content = '<p>Hello</p>', settings: object = {}) {
  const head = { id: 'a', feedId: '1', title: 'A', language: 'en', description: null, media: [], settings }
  await allSettled(entrySummariesLoaded, { scope, params: [head as unknown as EntryHead] })
  const body = { content, status: 'ready', readabilityContent: null, readabilityUpdatedAt: null } as const
  await allSettled(contentsLoaded, { scope, params: [['a', body]] })
  await allSettled(navigationRequested, { scope, params: { entryId: 'a' } })
}
const Part = () => null
const part = { load: async () => ({ default: Part }) }
const greet = { id: 'guest:greet', title: 'greet', kind: 'view' } as const
const isRunning = (scope: Scope) => scope.getState($running).has('guest')

/** What uses it, its declaration, its code, and what is seen of it then. */
const ways: readonly (readonly [string, Partial<Manifest>, Start, (scope: Scope) => Promise<unknown>])[] = [
  [
    'a command is run',
    { contributes: { command: [greet] } },
    ({ command }) => command({ ...greet, run: () => ({ key: 'greeting' }) }),
    (scope) => allSettled(registry.commandInvoked, { scope, params: { id: greet.id, source: 'test' } }),
  ],
  [
    'the palette asks for what a command takes',
    {
      contributes: {
        command: [{ ...greet, args: [{ name: 'who', title: 'who', type: 'enum', hasChoices: true }] }],
      },
    },
    ({ command }) => {
      const choicesRequested = createEvent()
      const $names = createStore<readonly string[]>([]).on(choicesRequested, () => ['Ada'])
      const choices = $names.map((names) => () => names.map((value) => ({ value, title: value })))
      command({
        ...greet,
        args: [{ name: 'who', title: 'who', type: 'enum', choices, choicesRequested }],
        run: () => undefined,
      })
    },
    async (scope) => {
      const [argument] = scope.getState(registry.$commands).get(greet.id)?.args ?? []
      expect(scope.getState(argument!.choices!)({})).toEqual([])
      await allSettled(argument!.choicesRequested!, { scope })
      await expect
        .poll(() => scope.getState(argument!.choices!)({}))
        .toEqual([{ value: 'Ada', title: 'Ada' }])
    },
  ],
  [
    'an entry is opened whose toolbar has a button with a state',
    {
      contributes: {
        command: [greet],
        toolbarItem: [{ command: greet.id, group: 'main', icon: 'add', hasState: true }],
      },
    },
    ({ command, toolbarItem }) => {
      command({ ...greet, run: () => undefined })
      toolbarItem({ command: greet.id, group: 'main', icon: 'add', $state: createStore({ pressed: true }) })
    },
    async (scope) => {
      expect(scope.getState($toolbarItems)).toHaveLength(1)
      expect(scope.getState($toolbarItemStates).get(greet.id)).toEqual({ hidden: true })
      await openEntry(scope)
      expect(scope.getState($toolbarItemStates).get(greet.id)).toEqual({ pressed: true })
      expect(scope.getState($toolbarItems)).toHaveLength(1)
    },
  ],
  ['an entry is opened', { activation: ['entryOpened'] }, () => {}, (scope) => openEntry(scope)],
  [
    'its panel is shown',
    { contributes: { entryPanel: [{}] } },
    ({ entryPanel }) => entryPanel(part),
    async (scope) => expect(await scope.getState($entryPanels)[0]?.load()).toHaveProperty('default'),
  ],
  [
    'its page is shown',
    { contributes: { screen: [{ path: '/guest', title: 'page' }] } },
    ({ screen }) => void screen({ path: '/guest', title: 'page', ...part }),
    async (scope) => expect(await scope.getState($screens)[0]?.load()).toHaveProperty('default'),
  ],
  [
    'its dialog is shown',
    { contributes: { dialog: [{ id: 'ask' }] } },
    ({ dialog }) =>
      void dialog({
        id: 'ask',
        props: z.object({ name: z.string() }),
        load: async () => ({ default: Part }),
      }),
    async (scope) => {
      const [dialog] = scope.getState($features).flatMap(({ dialogs = [] }) => dialogs)
      const { propsSchema } = (await dialog?.load()) ?? {}
      expect([propsSchema?.safeParse({}).success, propsSchema?.safeParse({ name: 'Ada' }).success]).toEqual([
        false,
        true,
      ])
    },
  ],
  [
    'its part of the settings is shown',
    { contributes: { settingsPart: [{}] } },
    ({ settingsPart }) => settingsPart(part),
    async (scope) => expect(await scope.getState($settingsParts)[0]?.load()).toHaveProperty('default'),
  ],
  [
    'the content of the open entry is transformed',
    { contributes: { contentTransform: [{ title: 'shout' }] } },
    ({ contentTransform }) => contentTransform({ title: 'shout', transform: (html) => html.toUpperCase() }),
    async (scope) => {
      await openEntry(scope)
      expect(scope.getState($transformedHtml)('<p>Hello</p>')).toBe('<P>HELLO</P>')
    },
  ],
  [
    'a rule wants its result of a listed entry',
    { contributes: { ruleResult: ['summary'] } },
    ({ ruleResult }) => ruleResult('summary'),
    async (scope) => {
      const head = { id: 'b', feedId: '1', title: 'B', settings: { summary: true } }
      await allSettled(entrySummariesLoaded, { scope, params: [head as unknown as EntryHead] })
      await allSettled($drawnRows, { scope, params: ['b'] })
    },
  ],
  [
    'a setting of the reader is switched on',
    { activation: ['setting:translation'], readerSettings: z.object({ translation: z.boolean() }) },
    () => {},
    (scope) =>
      allSettled(settingChanged, { scope, params: { tab: 'general', key: 'translation', value: true } }),
  ],
  [
    'words are searched',
    { contributes: { searchSource: [{ id: 'pins', title: 'pins' }] } },
    ({ searchSource }) =>
      searchSource({
        id: 'pins',
        title: 'pins',
        search: async () => [{ title: 'A', url: 'https://a.example/' }],
      }),
    async (scope) => {
      const [source] = scope.getState($searchSources)
      expect(await source?.search('a', new AbortController().signal)).toHaveLength(1)
    },
  ],
  [
    'its tab of Discover is shown',
    { contributes: { feedSource: [{ id: 'shelf', title: 'shelf', schemes: ['shelf'] }] } },
    ({ feedSource }) => feedSource({ id: 'shelf', title: 'shelf', schemes: ['shelf'], ...part }),
    async (scope) => {
      const [source] = scope.getState($feedSources)
      expect(source?.schemes).toEqual(['shelf'])
      expect(await source?.load()).toHaveProperty('default')
    },
  ],
  [
    'a file is read',
    { contributes: { importFormat: [{ id: 'f', hint: 'h', extensions: ['.f'], mediaTypes: [] }] } },
    ({ importFormat }) =>
      void importFormat({
        id: 'f',
        hint: 'h',
        extensions: ['.f'],
        mediaTypes: [],
        matches: (text) => text === 'mine',
        read: async (file) => file,
      }),
    async (scope) => {
      const [format] = scope.getState($importFormats)
      expect([await format?.matches('mine'), await format?.matches('other')]).toEqual([true, false])
    },
  ],
  [
    'a file is written',
    { contributes: { exportFormat: [{ id: 'f', title: 't', ways: [] }] } },
    ({ exportFormat }) =>
      void exportFormat({ id: 'f', title: 't', ways: [], write: async () => ({ name: 'a', text: 'b' }) }),
    async (scope) => {
      const [format] = scope.getState($exportFormats)
      const written = await allSettled(format!.downloadFx, { scope, params: 'all' })
      expect(written).toEqual({ status: 'done', value: { name: 'a', text: 'b' } })
    },
  ],
  [
    'the player plays its track',
    { activation: ['player'] },
    ({ player }) => player.plays(recorded([])),
    async (scope) => scope.getState($providedOutputs).get('guest')?.play(),
  ],
]

/** An output that writes down what it is told. */
const recorded = (told: unknown[]): MediaOutput => ({
  load: ({ title }, from) => void told.push(['load', title, from]),
  play: async () => void told.push(['play']),
  pause: () => void told.push(['pause']),
  seek: (to) => void told.push(['seek', to]),
  set: ({ volume }) => void told.push(['set', volume]),
  listen: () => () => {},
})

test.each(ways)('the code of a plugin waits until %s, and runs once', async (_, more, start, use) => {
  const { scope, set, starts, errors } = await reader(more, start)
  expect([isRunning(scope), starts()]).toEqual([true, 0])
  await use(scope)
  await expect.poll(starts).toBe(1)
  await use(scope).catch(() => {})
  expect([starts(), errors]).toEqual([1, []])
  await set(false)
  expect(scope.getState($features).filter(({ id }) => id === 'guest')).toEqual([])
})

test.each([
  ['declares nothing', {}],
  ['says so', { contributes: { command: [greet] }, activation: ['start'] }],
] satisfies [string, Partial<Manifest>][])(
  'the code of a plugin that %s runs from the start',
  async (_, more) => {
    const { starts, scope } = await reader(more, ({ command }) => command({ ...greet, run: () => undefined }))
    expect(starts()).toBe(1)
    expect([...scope.getState(registry.$commands).keys()].filter((id) => id === greet.id)).toHaveLength(1)
  },
)

test('a command of the code acts within the reader, the first time and later', async () => {
  const { scope, run } = await reader(
    { contributes: { command: [greet], toolbarItem: [{ command: greet.id, group: 'main', icon: 'add' }] } },
    ({ command, toolbarItem }) => {
      const toggled = createEvent()
      const $isOn = createStore(false).on(toggled, (isOn) => !isOn)
      command({ ...greet, run: () => void toggled() })
      const $state = $isOn.map((pressed) => ({ pressed }))
      toolbarItem({ command: greet.id, group: 'main', icon: 'add', $state })
    },
  )
  const isPressed = () => scope.getState($toolbarItemStates).get(greet.id)?.pressed
  await run(greet.id)
  expect(isPressed()).toBe(true)
  await run(greet.id)
  expect(isPressed()).toBe(false)
})

test('a status item is there from the start, and shows what the code says', async () => {
  const { scope, run } = await reader(
    { contributes: { command: [greet], statusItem: [{ id: 'mood', command: greet.id }] } },
    ({ command, statusItem }) => {
      command({ ...greet, run: () => undefined })
      statusItem({ id: 'mood', command: greet.id, $state: createStore({ text: { key: 'happy' } }) })
    },
  )
  const [item] = scope.getState($statusItems)
  expect(scope.getState(item!.$status)).toBeNull()
  await run(greet.id)
  expect(scope.getState($statusItems)).toEqual([item])
  expect(scope.getState(item!.$status)).toMatchObject({ text: { key: 'guest:happy' } })
})

test('the player tells the code of a plugin what it was told before', async () => {
  const received: unknown[] = []
  const { scope } = await reader({ activation: ['player'] }, ({ player }) => player.plays(recorded(received)))
  const output = scope.getState($providedOutputs).get('guest')!
  output.set({ volume: 0.5, muted: false, rate: 1 })
  output.load({ title: 'A' } as Parameters<MediaOutput['load']>[0], 3)
  await output.play()
  output.pause()
  expect(received).toEqual([['set', 0.5], ['load', 'A', 3], ['play'], ['pause']])
})

test('what the code adds beside its manifest is there when it runs, and goes with it', async () => {
  const more = { id: 'guest:more', title: 'more' }
  const { scope, set, run } = await reader(
    { contributes: { command: [greet] } },
    ({ command, entryPanel }) => {
      command({ ...greet, run: () => undefined })
      command({ ...more, run: () => undefined })
      entryPanel(part)
    },
  )
  const added = () => [scope.getState(registry.$commands).has(more.id), scope.getState($entryPanels).length]
  expect(added()).toEqual([false, 0])
  await run(greet.id)
  expect(added()).toEqual([true, 1])
  await set(false)
  expect(added()).toEqual([false, 0])
})

describe('a plugin that fails while its code starts', () => {
  const contributes = { command: [greet], entryPanel: [{}] }
  test('is stopped and named once, whatever waited for it', async () => {
    const { scope, run, errors, starts } = await reader({ contributes }, () => {
      throw new TypeError('undefined is not a function')
    })
    const [panel] = scope.getState($entryPanels)
    const loaded = panel?.load()
    await run(greet.id)
    expect(await loaded).toHaveProperty('default')
    expect(errors).toEqual([
      expect.objectContaining({ key: 'app:plugin.broke', reason: 'undefined is not a function' }),
    ])
    expect([starts(), isRunning(scope), scope.getState(registry.$commands).has(greet.id)]).toEqual([
      1,
      false,
      false,
    ])
  })

  test('whose code cannot be loaded is named, and runs when it is switched on again', async () => {
    let isThere = false
    const { scope, set, run, errors } = await reader(
      { contributes },
      () => {},
      async () => {
        if (!isThere) throw new TypeError('Failed to fetch dynamically imported module')
        return defineClient(({ command }) => command({ ...greet, run: () => undefined }))
      },
    )
    await run(greet.id)
    expect([errors.length, isRunning(scope)]).toEqual([1, false])
    isThere = true
    await set(true)
    expect(isRunning(scope)).toBe(true)
    await run(greet.id)
    expect([errors.length, isRunning(scope)]).toEqual([1, true])
  })
})

/** A reader whose plugin is used while its code is still to be loaded. */
async function loading() {
  const loaded = Promise.withResolvers<ClientHalf>()
  let ran = 0
  let started = 0
  const all = await reader(
    { contributes: { command: [greet] } },
    () => {},
    () => loaded.promise,
  )
  const finished = all.run(greet.id)
  const client = defineClient(({ command }) => {
    started += 1
    command({ ...greet, run: () => void (ran += 1) })
  })
  return { ...all, finished, arrive: () => loaded.resolve(client), count: () => [started, ran] }
}

test('a plugin that is switched off while its code loads is off', async () => {
  const { scope, set, arrive, finished, count, errors } = await loading()
  const off = set(false)
  await expect.poll(() => isRunning(scope)).toBe(false)
  arrive()
  await Promise.all([off, finished])
  expect([isRunning(scope), scope.getState(registry.$commands).has(greet.id)]).toEqual([false, false])
  expect([count(), errors]).toEqual([[0, 0], []])
})

test('a plugin that is used twice while its code loads runs it once', async () => {
  const { run, arrive, finished, count } = await loading()
  const again = run(greet.id)
  arrive()
  await Promise.all([finished, again])
  expect(count()).toEqual([1, 2])
})

test('a plugin that is replaced while its code loads waits as the newer one', async () => {
  const { scope, arrive, finished, count, errors, run } = await loading()
  let newer = 0
  const [source] = scope.getState($pluginSources)
  const client = async () =>
    defineClient(({ command }) => command({ ...greet, run: () => void (newer += 1) }))
  const replaced = allSettled($pluginSources, { scope, params: [{ ...source!, client }] })
  await expect.poll(() => scope.getState($running).get('guest')?.source.client).toBe(client)
  arrive()
  await Promise.all([replaced, finished])
  expect([count(), newer, errors]).toEqual([[0, 0], 0, []])
  await run(greet.id)
  expect(newer).toBe(1)
})

describe('a plugin in a sandbox', () => {
  const contributes = { command: [greet], contentTransform: [{ title: 'shout' }] }
  const client = defineClient(({ command, contentTransform }) => {
    command({ ...greet, run: () => ({ key: 'greeting' }) })
    contentTransform({ title: 'shout', transform: (html) => html.toUpperCase() })
  })

  test('has no worker before it is used', async () => {
    const { scope, state, run, notifications } = await readerWith(client, true, ['entries:read'], [], {
      contributes,
    })
    expect(scope.getState(registry.$commands).has(greet.id)).toBe(true)
    expect(state.sent).toEqual([])
    await run('greet')
    expect(notifications).toEqual([{ key: 'guest:greeting' }])
    expect(state.sent.length).toBeGreaterThan(0)
  })

  test('transforms the open entry', async () => {
    const { scope } = await readerWith(client, true, ['entries:read'], [], { contributes })
    await openEntry(scope)
    expect(scope.getState($transformedHtml)('<p>Hello</p>')).toBe('<P>HELLO</P>')
  })

  test('that is switched off while it starts ends its worker', async () => {
    const { scope, state, run, notifications } = await readerWith(client, true, ['entries:read'], [], {
      contributes,
    })
    state.responds = false
    const ran = run('greet')
    await expect.poll(() => state.sent.length).toBeGreaterThan(0)
    const off = allSettled(pluginSettingChanged, { scope, params: { id: 'guest', values: { on: false } } })
    await expect.poll(() => state.removed).toBe(1)
    await Promise.all([off, ran])
    expect([isRunning(scope), notifications]).toEqual([false, []])
  })
})

test('the rows of a plugin from elsewhere are checked', async () => {
  const { errors, scope, set } = await reader(
    { contributes: { command: [{ id: 'other:greet', title: 'greet' }] } },
    () => {},
  )
  const [source] = scope.getState($pluginSources)
  await set(false)
  const installed = { manifest: {}, granted: [] } as never
  await allSettled($pluginSources, { scope, params: [{ ...source!, installed }] })
  await set(true)
  expect([errors.length, isRunning(scope)]).toEqual([1, false])
})
