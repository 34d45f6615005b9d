import { allSettled, createEvent, createWatch } from 'effector'
import { expect, test, vi } from 'vitest'
import { featuresRegistered } from '../../features/registry.ts'
import { errorNotified } from '../../model/app/index.ts'
import { undoRequested } from '../../model/journal/index.ts'
import { $outbox, flushRequested } from '../../model/outbox/index.ts'
import { createFakeServer, startReader, type Reader, type ReaderSetup } from '../../model/testing.ts'
import { defineClient } from '../../plugin-api/client.ts'
import { definePlugin, z } from '../../plugin-api/manifest.ts'
import { $pluginSources, type PluginSource } from '../run/catalogue.ts'
import { pluginSettings } from './feature.ts'
import { $plugins, pluginSecretChanged, pluginSettingChanged, pluginsRequested } from './plugin-states.ts'
import { afterSettings } from './setting-changes.ts'
import { $testing, testRequested } from './test-entry.ts'
import { $running, pluginHostStarted } from '../run/plugins.ts'

const lamp: PluginSource = {
  id: 'lamp',
  manifest: async () =>
    definePlugin({
      id: 'lamp',
      version: '1.0.0',
      api: '1.0',
      enabledBy: 'on',
      settings: z.object({ on: z.boolean().default(false), place: z.string().default('') }),
      secrets: ['token'],
      permissions: [],
    }),
  client: async () => defineClient(() => {}),
  translations: {},
}

/** A server where the plugin is off. */
function serverWithLamp() {
  let values: object = { on: false, place: 'desk' }
  let secretsSet: string[] = []
  const testedWith: object[] = []
  const server = createFakeServer({
    'plugins.installed': () => ({ code: 0, data: [] }),
    'plugins.settings': () => ({ code: 0, data: { values, secretsSet } }),
    'plugins.updateSettings': (change: { values?: object; secrets?: object }) => {
      values = { ...values, ...change.values }
      secretsSet = Object.keys(change.secrets ?? {})
      return { code: 0 }
    },
    'plugins.test': () => {
      testedWith.push(values)
      return { code: 0, data: { ok: true, output: {} } }
    },
  })
  return { server, stored: () => values, testedWith }
}

/** The reader after its start, its settings of plugins open. */
async function opened(setup: ReaderSetup, sources = [lamp]): Promise<Reader> {
  const reader = await startReader({ ...setup, values: [[$pluginSources, sources]] })
  await allSettled(featuresRegistered, { scope: reader.scope, params: [pluginSettings] })
  await allSettled(pluginHostStarted, { scope: reader.scope })
  await allSettled(pluginsRequested, { scope: reader.scope })
  return reader
}
const change = ({ scope }: Reader, values: Readonly<Record<string, unknown>>) =>
  allSettled(pluginSettingChanged, { scope, params: { id: 'lamp', values } })
const isRunning = ({ scope }: Reader) => scope.getState($running).has('lamp')
const valuesOf = ({ scope }: Reader) => scope.getState($plugins).get('lamp')?.values
const valuesIn = (args: unknown) => (args as { values: { place?: string } }).values
const reloaded = ({ server, local, storage, leave }: Reader) => {
  leave()
  return opened({ server, local, storage, reloaded: true })
}
const online = async (reader: Reader) => {
  reader.server.offline = false
  await allSettled(flushRequested, { scope: reader.scope })
}

test('a plugin that is switched on offline runs at once and after a reload, and the server learns it later', async () => {
  const { server, stored } = serverWithLamp()
  const before = await opened({ server })
  server.offline = true
  await change(before, { on: true })
  expect(isRunning(before)).toBe(true)
  const after = await reloaded(before)
  expect(isRunning(after)).toBe(true)
  expect(valuesOf(after)).toEqual({ on: true, place: 'desk' })
  expect(stored()).toEqual({ on: false, place: 'desk' })
  await online(after)
  expect(stored()).toEqual({ on: true, place: 'desk' })
  expect(server.sent('plugins.updateSettings')).toHaveLength(1)
  expect(isRunning(after)).toBe(true)
})

test('a switch that is followed at once by a reload is not lost', async () => {
  const { server, stored } = serverWithLamp()
  const before = await opened({ server })
  const release = server.hold('plugins.updateSettings')
  const switched = change(before, { on: true })
  // The request is under way and its response is never received.
  const after = reloaded(before)
  release()
  await Promise.all([switched, after])
  expect(isRunning(await after)).toBe(true)
  expect(stored()).toEqual({ on: true, place: 'desk' })
})

test('changes that were made offline are sent together, and are undone one by one', async () => {
  const { server, stored } = serverWithLamp()
  const reader = await opened({ server })
  server.offline = true
  await change(reader, { place: 'wall' })
  await change(reader, { place: 'floor' })
  await allSettled(undoRequested, { scope: reader.scope, params: {} })
  expect(valuesOf(reader)).toMatchObject({ place: 'wall' })
  await change(reader, { on: true })
  await online(reader)
  expect(stored()).toEqual({ on: true, place: 'wall' })
})

test('changes of one plugin are sent one after another, and do not wait for those of another plugin', async () => {
  const { server } = serverWithLamp()
  const bell = { ...lamp, id: 'bell', manifest: async () => ({ ...(await lamp.manifest()), id: 'bell' }) }
  const { scope } = await opened({ server }, [lamp, bell])
  const placesSent = () =>
    scope.getState($outbox).flatMap(({ args, state }) => (state === 'sending' ? [valuesIn(args).place] : []))
  const release = server.hold('plugins.updateSettings')
  const changes = ['lamp', 'bell', 'lamp'].map((id, at) =>
    allSettled(pluginSettingChanged, { scope, params: { id, values: { place: `place ${at}` } } }),
  )
  await vi.waitFor(() => expect(placesSent()).toEqual(['place 0', 'place 1']))
  release()
  await Promise.all(changes)
  expect(server.sent('plugins.updateSettings').map(({ input }) => valuesIn(input).place)).toEqual([
    'place 0',
    'place 1',
    'place 2',
  ])
})

test('what the server refuses is taken back, and said', async () => {
  const { server, stored } = serverWithLamp()
  const reader = await opened({ server })
  const errors: string[] = []
  createWatch({ unit: errorNotified, scope: reader.scope, fn: ({ key }) => errors.push(key) })
  server.refuse('plugins.updateSettings', 'invalidSettingPayload')
  await change(reader, { on: true })
  expect(isRunning(reader)).toBe(false)
  expect(valuesOf(reader)).toEqual({ on: false, place: 'desk' })
  expect(errors).toHaveLength(1)
  expect(stored()).toEqual({ on: false, place: 'desk' })
})

test('a plugin that is switched on in one tab runs in the other', async () => {
  const { server } = serverWithLamp()
  const first = await opened({ server })
  const second = await opened({
    server,
    local: first.local,
    platform: { acquireLock: () => () => {} },
  })
  const bursts = async () => {
    for (let burst = 0; burst < 3; burst += 1) await second.later(1000)
  }
  const release = server.hold('plugins.updateSettings')
  const changed = change(first, { on: true })
  await vi.waitFor(async () => expect(await first.local.call('outbox.all')).toHaveLength(1))
  await bursts()
  expect(isRunning(second)).toBe(true)
  release()
  await changed
  const starts: boolean[] = []
  createWatch({ unit: $running, scope: second.scope, fn: (running) => starts.push(running.has('lamp')) })
  await bursts()
  expect(starts).not.toContain(false)
  expect(valuesOf(second)).toEqual({ on: true, place: 'desk' })
})

test('a plugin that was switched on on another device runs here, too', async () => {
  const { server } = serverWithLamp()
  const reader = await opened({ server })
  await server.api.plugins.updateSettings({ plugin: 'lamp', values: { on: true } })
  await reader.tell({ type: 'changed', call: 'plugins.updateSettings', from: 'phone' })
  expect(isRunning(reader)).toBe(true)
})

test('a secret is sent at once, and not stored in this browser', async () => {
  const { server } = serverWithLamp()
  const reader = await opened({ server })
  const { scope, local, storage } = reader
  await allSettled(pluginSecretChanged, { scope, params: { id: 'lamp', name: 'token', text: 'hush' } })
  expect(server.sent('plugins.updateSettings').at(-1)?.input).toEqual({
    plugin: 'lamp',
    secrets: { token: 'hush' },
  })
  expect(scope.getState($plugins).get('lamp')?.secretsSet).toEqual(['token'])
  server.offline = true
  await allSettled(pluginSecretChanged, { scope, params: { id: 'lamp', name: 'token', text: 'hush' } })
  expect(await local.call('outbox.all')).toEqual([])
  expect([...storage.stored.values()].join()).not.toContain('hush')
})

test('a response from before a secret was stored does not say that it is not set', async () => {
  let secretsSet: string[] = []
  /** What the server had read when the first of the requests came. */
  const read: string[][] = []
  const server = createFakeServer({
    'plugins.installed': () => ({ code: 0, data: [] }),
    'plugins.settings': () => ({
      code: 0,
      data: { values: { on: true, place: 'desk' }, secretsSet: read.shift() ?? secretsSet },
    }),
    'plugins.updateSettings': () => {
      secretsSet = ['token']
      return { code: 0 }
    },
  })
  const { scope } = await opened({ server })
  read.push([])
  const arrive = server.hold('plugins.settings')
  const showing = allSettled(pluginsRequested, { scope })
  const saving = allSettled(pluginSecretChanged, {
    scope,
    params: { id: 'lamp', name: 'token', text: 'hush' },
  })
  await vi.waitUntil(() => secretsSet.length > 0)
  arrive()
  await Promise.all([showing, saving])
  expect(scope.getState($plugins).get('lamp')?.secretsSet).toEqual(['token'])
})

test('a test waits until the server has the settings that were changed before it', async () => {
  vi.stubGlobal('location', { origin: 'https://reader.example' })
  const { server, testedWith } = serverWithLamp()
  const reader = await opened({ server })
  const { scope } = reader
  const manifest = scope.getState($plugins).get('lamp')?.manifest
  if (!manifest) throw new Error('The plugin is not there')
  const release = server.hold('plugins.updateSettings')
  const changed = change(reader, { place: 'shelf' })
  await vi.waitFor(() => expect(scope.getState($outbox).map(({ state }) => state)).toEqual(['sending']))
  const tested = allSettled(testRequested, { scope, params: manifest })
  expect(scope.getState($testing)).toEqual(['lamp'])
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setTimeout(resolve))
  expect(testedWith).toEqual([])
  release()
  await Promise.all([changed, tested])
  expect(testedWith).toEqual([{ on: false, place: 'shelf' }])
  expect(scope.getState($testing)).toEqual([])
  vi.unstubAllGlobals()
})

test('what is requested of several plugins waits for the settings of each alone', async () => {
  const { server } = serverWithLamp()
  const reader = await opened({ server })
  const { scope } = reader
  const requested = createEvent<{ readonly id: string }>()
  const ready: string[] = []
  createWatch({ unit: afterSettings(requested), scope, fn: ({ id }) => void ready.push(id) })
  const release = server.hold('plugins.updateSettings')
  const changed = change(reader, { place: 'shelf' })
  await vi.waitFor(() => expect(scope.getState($outbox)).toHaveLength(1))
  for (const id of ['lamp', 'other', 'third']) void allSettled(requested, { scope, params: { id } })
  expect(ready).toEqual(['other', 'third'])
  release()
  await changed
  expect(ready).toEqual(['other', 'third', 'lamp'])
})
