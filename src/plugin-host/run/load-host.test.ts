import { allSettled, createWatch, fork, type EventCallable } from 'effector'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { $isEveryFeatureRegistered } from '../../features/registry.ts'
import { memoryLocal } from '../../local/memory-local.ts'
import {
  $overrides,
  appStarted,
  infoNotified,
  pendingKeysChanged,
  registry,
  startupIdle,
  type UserNotification,
} from '../../model/app/index.ts'
import { keyPressed } from '../../model/keys/log.ts'
import { navigationRequested, screenChanged } from '../../model/location/index.ts'
import { paletteOpened } from '../../model/palette/index.ts'
import { $pluginsWithScreens, pluginScreensRequested, pluginSearchOpened } from '../../model/plugins/index.ts'
import { $services, type Services } from '../../model/services.ts'
import { sessionChanged, type Session } from '../../model/session/index.ts'
import { integrationChanged } from '../../model/settings/index.ts'
import { builtInPlugins } from './catalogue.ts'
import { startPlugins } from './load-host.ts'
import { $running } from './running-plugins.ts'
import { $storedPlugins, PLUGINS_KEY, pluginsOnByDefault } from './stored-plugins.ts'

beforeAll(() => i18next.init({ lng: 'en', resources: {} }))

const manifests = await Promise.all(builtInPlugins.map(({ manifest }) => manifest()))
/** Ids of a plugin with pages, and of one that nothing is needed for. */
const withScreens = manifests.find(({ hasScreens }) => hasScreens)?.id ?? ''
const other =
  manifests.find(({ id, hiddenBy, example }) => !pluginsOnByDefault.includes(id) && !hiddenBy && !example)
    ?.id ?? ''

/**
 * A reader whose host may start.
 * @param on what the server says of the switches of plugins that are on by default; null: it is away
 * @param keys the user's own
 * @param others that are on at the server
 */
function reader(
  on: boolean | null = null,
  keys: Readonly<Record<string, string>> = { [`settings:plugin-${other}`]: 'x' },
  others: readonly string[] = [],
) {
  const services = {
    local: memoryLocal(),
    clock: { now: () => 0, after: () => () => {} },
    platform: { selectedText: () => '', build: () => '', reloaded: () => false },
    storage: {
      getItem: (key: string) => (key === 'follow:command-shortcuts' ? JSON.stringify(keys) : null),
      setItem: () => {},
      removeItem: () => {},
    },
    api: {
      plugins: {
        installed: async () => ({ code: 0, data: [] }),
        stored: async () => {
          if (on === null) throw new TypeError('Failed to fetch')
          const rows = [...pluginsOnByDefault.map((id) => [id, on]), ...others.map((id) => [id, true])]
          const plugins = rows.map(([plugin, isOn]) => ({ plugin, on: isOn, values: {}, secretsSet: [] }))
          return { code: 0, data: { plugins } }
        },
      },
    },
  } as unknown as Services
  const scope = fork({
    values: [
      [$services, services],
      [$overrides, keys],
    ],
  })
  const notices: UserNotification[] = []
  createWatch({ unit: infoNotified, scope, fn: (notice) => void notices.push(notice) })
  const invoked: string[] = []
  createWatch({ unit: registry.commandInvoked, scope, fn: ({ id }) => void invoked.push(id) })
  return {
    notices,
    invoked,
    press: (...typed: string[]) =>
      allSettled(keyPressed, {
        scope,
        params: { typed, outcome: 'nothing', area: 'timeline', inactive: [] },
      }),
    isComplete: () => scope.getState($isEveryFeatureRegistered),
    running: () => [...scope.getState($running).keys()].toSorted(),
    stored: () => Object.keys(scope.getState($storedPlugins)).toSorted(),
    start: () => startPlugins(scope),
    request: () => allSettled(pluginScreensRequested, { scope }),
    trigger: (event: EventCallable<void>) => allSettled(event, { scope }),
    show: (path: string) => allSettled(screenChanged, { scope, params: path }),
    switchOn: (id: string) =>
      allSettled(integrationChanged, {
        scope,
        params: { key: PLUGINS_KEY, value: { [id]: { on: true, values: {} } } },
      }),
    listed: () => scope.getState($pluginsWithScreens),
    become: (session: Session) => allSettled(sessionChanged, { scope, params: session }),
  }
}
const user = { id: '1', name: 'Ada', email: 'ada@example.org' } as NonNullable<Session['user']>

test('the plugins that are on by default start for a user who is signed in', async () => {
  const { become, start, running, isComplete } = reader()
  await become({ status: 'loading', user })
  start()
  await expect.poll(running).toEqual(pluginsOnByDefault.toSorted())
  await expect.poll(isComplete).toBe(true)
})

test.each([
  ['the reader is idle', startupIdle],
  ['an entry is open', navigationRequested.prepend<void>(() => ({ entryId: '1' }))],
  ['another screen is open', screenChanged.prepend<void>(() => '/discover')],
  ['the palette is open', paletteOpened.prepend<void>(() => {})],
  [
    'a sequence of keys is begun',
    pendingKeysChanged.prepend<void>(() => ({ typed: ['g'], count: null, next: [] })),
  ],
])('beside a list those that are on by default wait until %s', async (_, event) => {
  const { become, show, start, running, isComplete, trigger } = reader()
  await show('/timeline')
  await become({ status: 'authenticated', user })
  start()
  await new Promise((later) => setTimeout(later, 50))
  expect([running(), isComplete()]).toEqual([[], false])
  await trigger(event)
  await expect.poll(running).toEqual(pluginsOnByDefault.toSorted())
  await expect.poll(isComplete).toBe(true)
})

test('beside a list one that the user has switched on waits, too', async () => {
  const { become, show, start, running, switchOn, trigger } = reader()
  await show('/timeline')
  await switchOn(other)
  await become({ status: 'authenticated', user })
  start()
  await new Promise((later) => setTimeout(later, 50))
  expect(running()).toEqual([])
  await trigger(startupIdle)
  await expect.poll(running).toEqual([...pluginsOnByDefault, other].toSorted())
})

test('the plugins with pages are listed when an address may be that of one', async () => {
  const { request, listed } = reader()
  expect(listed()).toBeNull()
  await request()
  expect(listed()).toContainEqual({ id: withScreens, nameKey: `${withScreens}:name` })
})

test.each([
  ['the palette is opened', paletteOpened.prepend(() => {})],
  ['the settings are searched', pluginSearchOpened],
  ['the user has a key for the settings of one', startupIdle],
])('all plugins are listed when %s', async (_, event) => {
  const { trigger, listed } = reader()
  await trigger(event)
  expect(listed()).toContainEqual({ id: withScreens, nameKey: `${withScreens}:name` })
})

test('no manifest is loaded while nothing shows one', async () => {
  const { become, start, isComplete, trigger, listed } = reader(null, {})
  await become({ status: 'authenticated', user })
  start()
  await expect.poll(isComplete).toBe(true)
  await trigger(startupIdle)
  expect(listed()).toBeNull()
})

test('they wait for a visitor to sign in', async () => {
  const { become, start, running, isComplete } = reader()
  start()
  expect(isComplete()).toBe(false)
  await become({ status: 'unauthenticated', user: null })
  expect(isComplete()).toBe(true)
  expect(running()).toEqual([])
  await become({ status: 'authenticated', user })
  await expect.poll(running).toEqual(pluginsOnByDefault.toSorted())
})

test('none starts for a stored user whom the server does not know', async () => {
  const { become, start, running, isComplete } = reader()
  await become({ status: 'error', user })
  start()
  expect(isComplete()).toBe(true)
  await new Promise((later) => setTimeout(later, 50))
  expect(running()).toEqual([])
})

test('one that the user has switched off in another browser stops here, too', async () => {
  const { become, start, running, isComplete } = reader(false)
  await become({ status: 'authenticated', user })
  start()
  await expect.poll(isComplete).toBe(true)
  await expect.poll(running).toEqual([])
})

test('one that the user has switched on in another browser starts here, too', async () => {
  const { become, start, running } = reader(false, {}, [other])
  await become({ status: 'authenticated', user })
  start()
  await expect.poll(running).toEqual([other])
})

test('one that is on at the server runs on', async () => {
  const { become, start, running, stored } = reader(true)
  await become({ status: 'authenticated', user })
  start()
  await expect.poll(stored).toEqual(pluginsOnByDefault.toSorted())
  expect(running()).toEqual(pluginsOnByDefault.toSorted())
})

test('a key whose plugin is off says whose it is, and offers to switch it on', async () => {
  const withKeys = manifests.find(({ id, keysWhileOff }) => keysWhileOff && !pluginsOnByDefault.includes(id))
  const saving = manifests.find(({ contributes, example }) => contributes?.saves && !example)
  const [keys = ''] = Object.values(withKeys?.keysWhileOff ?? {})
  const { trigger, press, notices } = reader(null, {
    [`integration:save-to-${saving?.id}`]: 'y',
    'macro:gone': 'x',
  })
  await trigger(appStarted)
  await press(keys.replace('$mod', 'control').toLowerCase())
  await expect.poll(() => notices).toHaveLength(1)
  await press('y')
  await expect.poll(() => notices).toHaveLength(2)
  expect(notices.map(({ key, values, action }) => [key, values?.['label'], action])).toEqual(
    [withKeys?.id, saving?.id].map((plugin) => [
      'app:plugin.isOff',
      `${plugin}:name`,
      { title: 'app:plugin.turnOn', command: 'plugin:switch-on', args: { plugin } },
    ]),
  )
  // The keys of a command that is gone are of no plugin.
  await press('x')
  expect(notices.at(-1)).toMatchObject({ key: 'app:keys.doesNothing', values: { keys: 'x' } })
})

test.runIf(pluginsOnByDefault.includes('rsshub'))(
  'a key of a plugin that is still to start runs its command as soon as it is there',
  async () => {
    const { trigger, become, show, start, running, press, invoked, notices } = reader()
    await trigger(appStarted)
    await show('/timeline')
    await become({ status: 'authenticated', user })
    start()
    await press('g', 'i')
    await expect.poll(running).toEqual(pluginsOnByDefault.toSorted())
    await expect.poll(() => invoked).toEqual(['go:rsshub'])
    expect(notices).toEqual([])
  },
)
