import { allSettled } from 'effector'
import i18next from 'i18next'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { CommandArgs } from '../../core/index.ts'
import { memoryLocal } from '../../local/memory-local.ts'
import { navigationRequested } from '../../model/location/index.ts'
import { errorNotified, infoNotified, registry, type UserNotification } from '../../model/app/index.ts'
import { flushRequested, $outbox } from '../../model/outbox/index.ts'
import { $services } from '../../model/services.ts'
import { createFakeServer, startReader, type ReaderSetup } from '../../model/testing.ts'
import { $toolbarItemStates, featuresRegistered } from '../../features/registry.ts'
import { defineClient } from '../../plugin-api/client.ts'
import type { PluginResponse } from '../../plugin-api/manifest.ts'
import { $pluginSources, type PluginSource } from '../run/catalogue.ts'
import { pluginSettings } from '../settings/feature.ts'
import { pluginHostStarted } from '../run/plugins.ts'
import { CANCEL_SAVES } from './report-saves.ts'
import { $saves, savesNeeded } from './saves.ts'
import { $storedPlugins, PLUGINS_KEY } from '../run/stored-plugins.ts'
import { settingsAction } from '../settings/setting-address.ts'
import { testManifest } from '../testing.ts'
import { integrationChanged } from '../../model/settings/index.ts'

const SAVE = 'integration:save-to-shelf'
const shelf: PluginSource = {
  id: 'shelf',
  manifest: async () => testManifest('shelf', { permissions: ['app:shelf', 'entries:save'] }),
  client: async () => defineClient(({ saves }) => saves({ needs: 'entry' })),
  translations: { en: async () => ({ name: 'Shelf', full: 'The shelf is full.' }) },
}

beforeAll(() => i18next.init({ lng: 'en' }))

/** A server with the plugin. `responses` by entry; success where there is none. */
function serverWithShelf() {
  const responses = new Map<string, PluginResponse>()
  const server = createFakeServer({
    'plugins.call': ({ input }: { input: { entryId: string } }) => ({
      code: 0,
      data: responses.get(input.entryId) ?? { ok: true, output: {} },
    }),
    'plugins.saves': () => ({
      code: 0,
      data: [{ plugin: 'shelf', at: 5, url: 'https://shelf.example.org/1' }],
    }),
  })
  const sent = () =>
    server.sent('plugins.call').map(({ input }) => (input as { input: { entryId: string } }).input.entryId)
  return { server, responses, sent }
}

async function start(setup: ReaderSetup) {
  const notified: UserNotification[] = []
  const watched = [infoNotified, errorNotified].map((event) => event.watch((one) => void notified.push(one)))
  onTestFinished(() => watched.forEach((stop) => stop()))
  const reader = await startReader({ ...setup, values: [[$pluginSources, [shelf]]] })
  const { scope } = reader
  await allSettled(featuresRegistered, { scope, params: [pluginSettings] })
  await allSettled(integrationChanged, {
    scope,
    params: { key: PLUGINS_KEY, value: { shelf: { on: true, values: { on: true } } } },
  })
  await allSettled(pluginHostStarted, { scope })
  return {
    ...reader,
    notified,
    run: (id: string, args: CommandArgs) =>
      allSettled(registry.commandInvoked, { scope, params: { id, args, source: 'test' } }),
    save: (...entries: string[]) =>
      allSettled(registry.commandInvoked, { scope, params: { id: SAVE, args: { entries }, source: 'test' } }),
    /** As `1 2 waiting`. */
    saved: () =>
      [...scope.getState($saves).values()]
        .map(
          ({ entryId, isWaiting, at }) =>
            `${entryId}${isWaiting ? ' waits' : ''}${at === null ? '' : ' saved'}`,
        )
        .join(', '),
    waiting: () => scope.getState($outbox).length,
    online: async () => {
      reader.server.offline = false
      await allSettled(flushRequested, { scope })
      await reader.settled()
    },
  }
}

test('an entry is saved at once, and its state is known', async () => {
  const { server, responses, sent } = serverWithShelf()
  responses.set('1', { ok: true, output: { url: 'https://shelf.example.org/1' } })
  const { save, notified, saved, waiting } = await start({ server })
  await save('1')
  expect(sent()).toEqual(['1'])
  expect(notified).toEqual([
    {
      key: 'app:outside.saved',
      values: { service: 'Shelf' },
      action: {
        title: 'app:outside.open',
        command: 'global:open-link',
        args: { url: 'https://shelf.example.org/1' },
      },
    },
  ])
  expect(saved()).toBe('1 saved')
  expect(waiting()).toBe(0)
})

test('what of an entry was not saved is said beside what was', async () => {
  const { server, responses } = serverWithShelf()
  responses.set('1', { ok: true, output: { remark: { key: 'full' } } })
  responses.set('2', { ok: true, output: { remark: { key: 'full' } } })
  const { save, notified } = await start({ server })
  await save('1')
  await save('1', '2')
  expect(notified).toMatchObject([
    { key: 'app:outside.saved', reason: 'The shelf is full.' },
    { key: 'app:outside.saving' },
    { key: 'app:outside.savedMany', reason: 'The shelf is full.' },
  ])
})

test('a refusal is shown in its own words', async () => {
  const { server, responses } = serverWithShelf()
  responses.set('1', { ok: false, words: { key: 'full' } })
  const { save, notified, saved } = await start({ server })
  await save('1')
  expect(notified).toEqual([{ key: 'shelf:full', action: settingsAction('shelf') }])
  expect(saved()).toBe('')
})

test('several entries make one message: the sum, with the reasons of those that were refused', async () => {
  const { server, responses, sent } = serverWithShelf()
  const { save, notified } = await start({ server })
  await save('1', '2', '3')
  responses.set('2', { ok: false, words: { key: 'full' } })
  responses.set('3', { ok: false, words: { key: 'full' } })
  await save('1', '2', '3')
  expect(sent()).toEqual(['1', '2', '3', '1', '2', '3'])
  const id = 'saves shelf'
  expect(notified.filter(({ key }) => key !== 'app:outside.saving')).toEqual([
    { id, key: 'app:outside.savedMany', values: { count: 3, service: 'Shelf' } },
    {
      id,
      key: 'app:outside.savedSome',
      values: { saved: 1, count: 3, service: 'Shelf' },
      reason: 'The shelf is full.',
      action: settingsAction('shelf'),
    },
  ])
})

test('without a connection entries wait over a reload, and are saved once, with one message', async () => {
  const { server, responses, sent } = serverWithShelf()
  const local = memoryLocal()
  const before = await start({ server, local })
  server.offline = true
  await before.save('1', '2')
  expect(before.saved()).toBe('1 waits, 2 waits')
  expect(before.notified.at(-1)).toMatchObject({
    key: 'app:outside.waiting',
    values: { count: 2, service: 'Shelf' },
    action: { command: CANCEL_SAVES, args: { plugin: 'shelf' } },
  })
  await before.save('1')
  expect(before.notified.at(-1)).toMatchObject({ key: 'app:outside.alreadyWaiting' })
  await before.save('3')
  expect(before.notified.at(-1)).toMatchObject({ key: 'app:outside.waiting', values: { count: 3 } })
  await before.run(CANCEL_SAVES, { entry: '3' })
  before.leave()

  const after = await start({ server, local, reloaded: true })
  await after.later(1000)
  expect(after.saved()).toBe('1 waits, 2 waits')
  expect(sent()).toEqual([])
  responses.set('2', { ok: false, words: { key: 'full' } })
  await after.online()
  expect(sent()).toEqual(['1', '2'])
  expect(after.saved()).toBe('1 saved')
  expect(after.waiting()).toBe(0)
  expect(after.notified).toEqual([
    {
      id: 'saves shelf',
      key: 'app:outside.savedSome',
      values: { saved: 1, count: 2, service: 'Shelf' },
      reason: 'The shelf is full.',
      action: settingsAction('shelf'),
    },
  ])
})

test('several entries are stored before the first is sent: a page that closes loses none', async () => {
  const { server, sent } = serverWithShelf()
  const local = memoryLocal()
  const release = server.hold('plugins.call')
  const { save, notified, waiting } = await start({ server, local })
  const saving = save('1', '2', '3')
  await expect.poll(() => local.call('outbox.all')).toHaveLength(3)
  expect(sent()).toEqual([])
  release()
  await saving
  expect(sent()).toEqual(['1', '2', '3'])
  expect(waiting()).toBe(0)
  expect(notified.map(({ key }) => key)).toEqual(['app:outside.saving', 'app:outside.savedMany'])
})

test('a lost response does not save twice', async () => {
  const { server } = serverWithShelf()
  const { save, online, saved } = await start({ server })
  server.loseNextAnswer()
  await save('1')
  await online()
  const keys = server.sent('plugins.call').map(({ key }) => key)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  expect(saved()).toBe('1 saved')
})

test('what waits can be cancelled, one entry or all', async () => {
  const { server, sent } = serverWithShelf()
  const { save, run, saved, waiting, online, notified } = await start({ server })
  server.offline = true
  await save('1', '2', '3')
  await run(CANCEL_SAVES, { entry: '1', plugin: 'shelf' })
  expect(saved()).toBe('2 waits, 3 waits')
  await run(CANCEL_SAVES, {})
  expect(saved()).toBe('')
  expect(waiting()).toBe(0)
  expect(notified.slice(-2)).toEqual([
    { key: 'app:outside.cancelled', values: { count: 1 } },
    { key: 'app:outside.cancelled', values: { count: 2 } },
  ])
  await run(CANCEL_SAVES, {})
  expect(notified.at(-1)).toMatchObject({ key: 'app:outside.noneWaiting' })
  await online()
  expect(sent()).toEqual([])
})

test('what was saved before is fetched, and what is older than known is ignored', async () => {
  const { server } = serverWithShelf()
  const { scope, saved, save } = await start({ server })
  await allSettled(savesNeeded, { scope, params: '1' })
  expect([...scope.getState($saves).values()]).toEqual([
    { entryId: '1', plugin: 'shelf', at: 5, url: 'https://shelf.example.org/1', isWaiting: false },
  ])
  await save('1')
  await allSettled(savesNeeded, { scope, params: '1' })
  expect(saved()).toBe('1 saved')
  expect([...scope.getState($saves).values()][0]?.at).toBeGreaterThan(5)
})

test('the toolbar shows whether the open entry was saved', async () => {
  const { server } = serverWithShelf()
  const { scope, save } = await start({ server })
  const pressed = () => scope.getState($toolbarItemStates).get(SAVE)?.pressed
  await allSettled(navigationRequested, { scope, params: { entryId: '1' } })
  expect(pressed()).toBe(false)
  await save('1')
  expect(pressed()).toBe(true)
  await allSettled(navigationRequested, { scope, params: { entryId: '2' } })
  expect(pressed()).toBe(false)
})

test('an address of an application that the plugin may not open is not opened', async () => {
  const { server, responses } = serverWithShelf()
  responses.set('2', { ok: true, output: { url: 'other://new', openAtOnce: true } })
  const { save, browserActions, notified, scope } = await start({ server })
  expect(Object.keys(scope.getState($storedPlugins))).toEqual(['shelf'])
  await save('2')
  expect(browserActions).toEqual([])
  expect(notified).toEqual([{ key: 'app:plugin.forbidden' }])
})

test('what an application opens is not said to be saved', async () => {
  const { server, responses } = serverWithShelf()
  responses.set('1', { ok: true, output: { url: 'shelf://new?text=a', openAtOnce: true } })
  const { save, saved, browserActions, notified } = await start({ server })
  await save('1')
  expect(browserActions).toEqual(['open app shelf://new?text=a'])
  expect(notified).toMatchObject([{ key: 'app:outside.opened', values: { service: 'Shelf' } }])
  expect(saved()).toBe('')
})

test('a long text is in the clipboard before the application opens, one entry at a time', async () => {
  const { server, responses } = serverWithShelf()
  for (const id of ['1', '2'])
    responses.set(id, {
      ok: true,
      output: { url: `shelf://${id}?clipboard`, clipboard: `Text ${id}`, openAtOnce: true },
    })
  const { save, browserActions, notified, settled } = await start({ server })
  await save('1')
  expect(browserActions).toEqual(['copy Text 1', 'open app shelf://1?clipboard'])
  expect(notified.at(-1)).toEqual({ key: 'app:outside.opened', values: { service: 'Shelf' } })
  await save('1', '2')
  await settled()
  expect(browserActions.slice(2)).toEqual(['copy Text 1', 'open app shelf://1?clipboard'])
  expect(notified.at(-1)).toMatchObject({ key: 'app:outside.openedOne', values: { count: 2 } })
})

test('where the browser permits no writing to the clipboard the application is not opened', async () => {
  const { server, responses } = serverWithShelf()
  responses.set('1', { ok: true, output: { url: 'shelf://1', clipboard: 'Text', openAtOnce: true } })
  const { save, browserActions, notified, scope } = await start({ server })
  Object.assign(scope.getState($services).platform, {
    copyText: () => Promise.reject(new Error('NotAllowedError')),
  })
  await save('1')
  expect(browserActions).toEqual([])
  expect(notified).toEqual([{ key: 'app:outside.notCopied', values: { service: 'Shelf' } }])
})
