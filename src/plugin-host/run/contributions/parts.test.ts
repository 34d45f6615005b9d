import { allSettled, createEvent, createStore, createWatch, fork, sample, type EventCallable } from 'effector'
import { expect, test } from 'vitest'
import { memoryLocal } from '../../../local/memory-local.ts'
import { registry } from '../../../model/app/index.ts'
import { $codeCall } from '../../../model/code/index.ts'
import { $translations, contentsLoaded, type EntryTranslations } from '../../../model/entries/index.ts'
import { $passage, $split } from '../../../model/reading/index.ts'
import { tracksRequested } from '../../../model/player/events.ts'
import { $providedOutputs, providerSignalled } from '../../../model/player/media-output.ts'
import { $services, type Services } from '../../../model/services.ts'
import { $general, $storedSettings, settingChanged } from '../../../model/settings/index.ts'
import { $dialogStack, dialogClosed } from '../../../model/layout/index.ts'
import { screenRequested } from '../../../model/location/index.ts'
import {
  $entryPanels,
  $features,
  $isEveryFeatureRegistered,
  $screens,
  contributed,
  $toolbarItemStates,
} from '../../../features/registry.ts'
import {
  defineClient,
  PluginRefusal,
  type ClientHost,
  type EntryHead,
  type MediaSignal,
} from '../../../plugin-api/client.ts'
import { definePlugin, z, type Permission } from '../../../plugin-api/manifest.ts'
import { envelope } from '../../../plugin-api/wire.ts'
import { $pluginSources } from '../catalogue.ts'
import { fieldGroupsOf } from '../../settings/fields.ts'
import { pluginsRequested, pluginSettingChanged } from '../../settings/plugin-states.ts'
import { $running, pluginHostStarted } from '../plugins.ts'

const $ruleResults = contributed(({ ruleResults = [] }) => ruleResults)

const part = async () => ({ default: () => null })
/** A call that costs something. */
const buy = {
  at: ['POST', '/coins', null],
  input: z.object({ TOTPCode: z.string().optional() }),
  output: envelope(z.object({ transactionHash: z.string() })),
} as const

/** A reader with one plugin, which is on. @param start registers its parts */
async function running(start: (host: ClientHost) => void, permissions: readonly Permission[] = []) {
  const manifest = definePlugin({
    id: 'parts',
    version: '1.0.0',
    api: '1.1',
    enabledBy: 'on',
    settings: z.object({
      on: z.boolean().default(false),
      more: z.boolean().default(false),
    }),
    readerSettings: z.object({ translationMode: z.enum(['bilingual', 'translation-only']) }),
    secrets: [],
    permissions,
  })
  let host: ClientHost | undefined
  let values: Record<string, unknown> = { on: true, more: false }
  const api = {
    status: { configs: async () => ({ code: 0, data: { AI_ENABLED: true } }) },
    plugins: {
      settings: async () => ({ code: 0, data: { values, secretsSet: [] } }),
      updateSettings: async (change: { values?: Record<string, unknown> }) => {
        values = { ...values, ...change.values }
        return { code: 0 }
      },
    },
    settings: { update: async () => ({ code: 0 }) },
    added: {
      send: async (_: unknown, { TOTPCode }: { TOTPCode?: string }) => {
        if (TOTPCode === '123456') return { code: 0, data: { transactionHash: 'abc' } }
        const [code, key] =
          TOTPCode === undefined
            ? [4008, 'twoFactorCodeRequired']
            : TOTPCode === '000000'
              ? [4007, 'invalidTwoFactorCode']
              : [4002, 'insufficientBalance']
        throw { kind: 'refused', code, key, message: 'x', reason: null, status: 400 }
      },
    },
  }
  let ids = 0
  const scope = fork({
    values: [
      [
        $services,
        {
          api,
          local: memoryLocal(),
          newId: () => `id-${++ids}`,
          clock: { now: () => 0, after: () => () => {} },
          storage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
        } as unknown as Services,
      ],
      [
        $pluginSources,
        [
          {
            id: 'parts',
            manifest: async () => manifest,
            client: async () =>
              defineClient((given) => {
                host = given
                start(given)
              }),
            translations: {},
          },
        ],
      ],
    ],
  })
  await allSettled(pluginHostStarted, { scope })
  await allSettled(pluginsRequested, { scope })
  return {
    scope,
    host: host as ClientHost,
    manifest,
    stop: () => allSettled(pluginSettingChanged, { scope, params: { id: 'parts', values: { on: false } } }),
  }
}

test('the parts of a plugin are there while it runs, and go with it', async () => {
  const { scope, host, stop } = await running((given) => {
    given.entryPanel({ load: part })
    given.ruleResult('summary')
    given.translations(
      createStore<EntryTranslations>(
        new Map([['1', { language: 'ja', mode: 'bilingual' as const, title: '題' }]]),
      ),
    )
    given.command({ id: 'parts:show', title: 'show', kind: 'view', run: () => undefined })
    given.toolbarItem({
      command: 'parts:show',
      group: 'main',
      icon: 'summary',
      $state: createStore({ pressed: true }),
    })
  })
  // Other files of the process may have registered features of their own.
  const features = () => scope.getState($features).map(({ id }) => id)
  expect(features()).toContain('parts')
  expect(scope.getState($entryPanels)).toHaveLength(1)
  expect(scope.getState($ruleResults)).toEqual(['summary'])
  expect(scope.getState($translations).get('1')?.title).toBe('題')
  expect(scope.getState($toolbarItemStates).get('parts:show')).toEqual({ pressed: true })
  expect(scope.getState(registry.$commands).get('parts:show')?.kind).toBe('view')

  await allSettled(host.reader.translationBesideToggled, { scope })
  expect(scope.getState($split)).toEqual({ beside: 'translation' })

  await stop()
  expect(features()).not.toContain('parts')
  expect(scope.getState($ruleResults)).toEqual([])
  expect(scope.getState($translations).size).toBe(0)
  expect(scope.getState($toolbarItemStates).size).toBe(0)
  expect(scope.getState($split)).toEqual({ beside: 'none' })
})

test('a part that throws stops the plugin', async () => {
  const { scope } = await running(({ entryPanel }) => entryPanel({ load: part }))
  const [panel] = scope.getState($entryPanels)
  const { default: Panel } = (await panel?.load()) ?? {}
  const boundary = (Panel as (props: object) => { props: { onError: (error: unknown) => void } })({})
  boundary.props.onError(new TypeError('broken'))
  await expect.poll(() => scope.getState($running).size).toBe(0)
  expect(scope.getState($entryPanels)).toEqual([])
})

test('a plugin follows its own settings and those of the reader that it names', async () => {
  const seen: unknown[] = []
  const { scope, manifest } = await running(({ $settings, started }) => {
    const changed = createEvent<unknown>()
    sample({ clock: [$settings, started], source: $settings, target: changed })
    changed.watch((settings) => seen.push(settings))
  })
  expect(seen.at(-1)).toEqual({ on: true, more: false, translationMode: 'bilingual' })
  const params = {
    tab: 'general',
    key: 'translationMode',
    value: 'translation-only',
    label: 'parts:settings.translationMode',
  } as const
  await allSettled(settingChanged, { scope, params })
  expect(seen.at(-1)).toEqual({ on: true, more: false, translationMode: 'translation-only' })
  expect(scope.getState($general).translationMode).toBe('translation-only')
  expect(scope.getState($storedSettings).general.values).toEqual({ translationMode: 'translation-only' })
  const described = (name: string) => ({
    name,
    anchor: `parts-${name}`,
    label: `parts:settings.${name}`,
    hint: `parts:settings.${name}Hint`,
  })
  const modes = ['bilingual', 'translation-only'].map((value) => ({
    value,
    label: `parts:settings.translationModeChoices.${value}`,
  }))
  expect(fieldGroupsOf(manifest).flatMap(({ fields }) => fields)).toEqual([
    { ...described('on'), kind: 'boolean' },
    { ...described('more'), kind: 'boolean', dependsOn: 'on' },
    { ...described('translationMode'), kind: 'choice', choices: modes, dependsOn: 'on' },
  ])
})

test('a plugin asks for arguments, and changes the settings of the reader that it names', async () => {
  const { scope, host } = await running(({ command }) =>
    command({
      id: 'parts:mode',
      title: 'mode',
      args: [{ name: 'mode', title: 'whichMode', type: 'enum', open: true }],
      run: () => undefined,
    }),
  )
  expect(scope.getState(registry.$commands).get('parts:mode')?.args).toEqual([
    { name: 'mode', title: 'parts:whichMode', type: 'enum', open: true },
  ])
  for (const name of ['translationMode', 'language'])
    await allSettled(host.readerSettingChanged, { scope, params: { name, value: 'translation-only' } })
  expect(scope.getState($storedSettings).general.values).toEqual({ translationMode: 'translation-only' })
})

test('a plugin with the permission stores a value of its own, up to a limit', async () => {
  const { host } = await running(() => {}, ['storage'])
  expect(await host.storage.read()).toBeNull()
  await host.storage.write({ turns: ['One.'] })
  await expect(host.storage.write('a'.repeat(250_000))).rejects.toEqual(
    new PluginRefusal('app:plugin.storageFull'),
  )
  expect(await host.storage.read()).toEqual({ turns: ['One.'] })
})

test('without a permission nothing answers', async () => {
  const { host } = await running(() => {})
  const refusals = [
    host.texts.summaries(['1'], 'en'),
    host.contentOf('1'),
    host.entryHeads(['1']),
    host.listedEntries(1),
    host.storage.read(),
    host.storage.write('mine'),
    host.wire(buy, {}),
    host.wire.withCode(async () => 7),
  ]
  for (const refused of refusals) await expect(refused).rejects.toEqual(new PluginRefusal('plugin.forbidden'))
})

test('a plugin plays entries by an output of its own, which goes with it', async () => {
  let send: (signal: MediaSignal) => void = () => {}
  const calls: string[] = []
  const { scope, host, stop } = await running(({ player }) =>
    player.plays({
      load: () => {},
      play: async () => {},
      pause: () => calls.push('pause'),
      seek: () => {},
      set: () => {},
      listen: (listener) => ((send = listener), () => calls.push('unheard')),
    }),
  )
  expect([...scope.getState($providedOutputs).keys()]).toEqual(['parts'])
  const seen: unknown[] = []
  const see = (params: unknown) => void seen.push(params)
  createWatch({ unit: tracksRequested, scope, fn: see })
  createWatch({ unit: providerSignalled, scope, fn: see })
  const entry = (id: string) =>
    ({ id, feedId: 'f', title: id, description: null, media: [] }) as unknown as EntryHead
  await allSettled(host.player.requested, { scope, params: [entry('a'), entry('b')] })
  const track = (id: string) => ({
    entryId: id,
    feedId: 'f',
    title: id,
    src: `parts:${id}`,
    provider: 'parts',
  })
  expect(seen).toMatchObject([[track('a'), track('b')]])
  send({ type: 'playing' })
  await allSettled(scope)
  expect(seen.at(-1)).toEqual({ provider: 'parts', signal: { type: 'playing' } })

  const passage = { entryId: 'a', block: 0, from: 0, text: 'One.' }
  await allSettled(host.reader.passageHighlighted, { scope, params: passage })
  expect(scope.getState($passage)).toEqual(passage)
  await stop()
  expect(scope.getState($passage)).toBeNull()
  expect(scope.getState($providedOutputs).size).toBe(0)
  expect(calls.toSorted()).toEqual(['pause', 'unheard'])
})

test('a plugin with the permission reads the content of any entry', async () => {
  const { scope, host } = await running(() => {}, ['entries:read'])
  const body = { readabilityContent: null, readabilityUpdatedAt: null }
  await allSettled(contentsLoaded, {
    scope,
    params: [['a', { ...body, content: '<p>A</p>', status: 'ready' }]],
  })
  expect(await host.contentOf('a')).toBe('<p>A</p>')
  const second = host.contentOf('b')
  const third = host.contentOf('c')
  await allSettled(contentsLoaded, {
    scope,
    params: [
      ['b', { ...body, content: '<p>B</p>', status: 'ready' }],
      ['c', { ...body, content: null, status: 'missing' }],
    ],
  })
  expect(await second).toBe('<p>B</p>')
  await expect(third).rejects.toEqual(new PluginRefusal('app:plugin.offline'))
})

test('a plugin with the permission reads stored entries in the order of their ids', async () => {
  const { scope, host } = await running(() => {}, ['entries:read'])
  const entry = (id: string): EntryHead => ({
    id,
    feedId: 'f',
    guid: id,
    title: `Entry ${id}`,
    description: null,
    url: null,
    author: null,
    authorUrl: null,
    authorAvatar: null,
    language: null,
    media: [],
    attachments: [],
    categories: [],
    extra: null,
    settings: null,
    sources: ['feed'],
    publishedAt: 1,
    insertedAt: 1,
    read: false,
    starredAt: null,
  })
  await scope.getState($services).local.call('entries.put', [entry('1'), entry('2')])
  expect(await host.entryHeads(['2', 'unknown', '1'])).toMatchObject([{ id: '2' }, { title: 'Entry 1' }])
  expect(await host.listedEntries(5)).toEqual([])
})

test('a screen and a dialog of a plugin open, and go with it', async () => {
  let openScreen: EventCallable<void> | undefined
  let openDialog: EventCallable<{ of: string }> | undefined
  const { scope, stop } = await running(({ screen, dialog }) => {
    openScreen = screen({ path: '/parts/more', title: 'more', load: part })
    openDialog = dialog({ id: 'ask', props: z.object({ of: z.string() }), load: part })
  })
  expect(scope.getState($isEveryFeatureRegistered)).toBe(true)
  expect(scope.getState($screens)).toMatchObject([{ path: '/parts/more', titleKey: 'parts:more' }])
  const opened: unknown[] = []
  createWatch({ unit: screenRequested, scope, fn: (request) => opened.push(request) })
  await allSettled(openScreen!, { scope })
  expect(opened).toEqual([{ path: '/parts/more' }])
  await allSettled(openDialog!, { scope, params: { of: 'a' } })
  expect(scope.getState($dialogStack)).toEqual([{ id: 'parts/ask', props: { of: 'a' } }])
  const [dialog] = scope.getState($features).flatMap(({ dialogs = [] }) => dialogs)
  const { propsSchema } = (await dialog?.load()) ?? {}
  expect(propsSchema?.safeParse({ of: 1 }).success).toBe(false)
  await stop()
  expect(scope.getState($screens)).toEqual([])
  await expect.poll(() => scope.getState($dialogStack)).toEqual([])
})

test('a plugin has no screen at an address of others', async () => {
  const { scope } = await running(({ screen }) => void screen({ path: '/settings', title: 'x', load: part }))
  expect(scope.getState($running).size).toBe(0)
  expect(scope.getState($screens)).toEqual([])
})

test('a payment asks for the code, again after a wrong one, and says when the user gives up', async () => {
  const { scope, host } = await running(() => {}, ['wire'])
  const pay = () => host.wire.withCode((code) => host.wire(buy, code))
  const isAsking = () => scope.getState($dialogStack).some(({ id }) => id === 'code')
  /** As the dialog does it. */
  const enter = async (TOTPCode: string) => {
    const { status } = await allSettled(scope.getState($codeCall)!.call, { scope, params: { TOTPCode } })
    if (status === 'done') await allSettled(dialogClosed, { scope, params: { id: 'code' } })
    return status
  }
  const paid = pay()
  await expect.poll(isAsking).toBe(true)
  expect(await enter('000000')).toBe('fail')
  expect(isAsking()).toBe(true)
  expect(await enter('123456')).toBe('done')
  expect(await paid).toEqual({ code: 0, data: { transactionHash: 'abc' } })

  const givenUp = pay()
  await expect.poll(isAsking).toBe(true)
  await allSettled(dialogClosed, { scope, params: { id: 'code' } })
  expect(await givenUp).toBeNull()

  const refused = pay().catch((error: unknown) => error)
  await expect.poll(isAsking).toBe(true)
  await enter('111111')
  expect(await refused).toMatchObject({ text: { key: 'errors:4002' } })
})
