import { allSettled, fork } from 'effector'
import { expect, test } from 'vitest'
import type { ApiError } from '../../api/index.ts'
import { errorNotified, infoNotified, registry } from '../../model/app/index.ts'
import { $listedPlugins, pluginSwitchedOff } from '../../model/plugins/index.ts'
import { $services, type Services } from '../../model/services.ts'
import { memoryLocal } from '../../local/memory-local.ts'
import { localRowsLoaded } from '../../model/app/ready.ts'
import { undoRequested } from '../../model/journal/index.ts'
import { $integration } from '../../model/settings/index.ts'
import { $toolbarItems } from '../../features/registry.ts'
import { defineClient, PluginRefusal } from '../../plugin-api/client.ts'
import { defineCalls, definePlugin, z, type PluginResponse } from '../../plugin-api/manifest.ts'
import { $pluginSources, builtInPlugins, type PluginSource } from './catalogue.ts'
import { fieldGroupsOf } from '../settings/fields.ts'
import { $plugins, $pluginsError, pluginSettingChanged, pluginsRequested } from '../settings/plugin-states.ts'
import { $running, pluginHostStarted } from './plugins.ts'
import { $storedPlugins, type StoredPlugins } from './stored-plugins.ts'
import { settingsAction } from '../settings/setting-address.ts'
import { sendingTab } from '../testing.ts'

const calls = defineCalls({ greet: { input: z.object({}), output: z.object({ name: z.string() }) } })

let timersAlive = 0
const greeter: PluginSource = {
  id: 'greeter',
  manifest: async () =>
    definePlugin({
      id: 'greeter',
      version: '1.0.0',
      api: '1.0',
      enabledBy: 'on',
      settings: z.object({ on: z.boolean().default(false) }),
      secrets: ['token'],
      permissions: ['app:notes'],
    }),
  client: async () =>
    defineClient(({ command, toolbarItem, call, onStop }) => {
      timersAlive += 1
      onStop(() => (timersAlive -= 1))
      command({
        id: 'greeter:greet',
        title: 'greet',
        keys: 'x g',
        run: async () => ({ key: 'greeting', values: await call(calls.greet)({}) }),
      })
      command({
        id: 'greeter:refuse',
        title: 'refuse',
        run: () => {
          throw new PluginRefusal('notToday', { day: 'Monday' })
        },
      })
      command({
        id: 'greeter:break',
        title: 'break',
        run: () => {
          throw new TypeError('undefined is not a function')
        },
      })
      command({
        id: 'greeter:open',
        title: 'open',
        run: async () => ({
          key: 'opened',
          open: { title: 'open', url: (await call(calls.greet)({})).name, atOnce: true },
        }),
      })
      toolbarItem({ command: 'greeter:greet', group: 'more', icon: 'save' })
    }),
  translations: {},
}

let ids = 0

/** @param stored the plugins that this browser knows */
function world(answer: PluginResponse = { ok: true, output: { name: 'Ada' } }, stored: StoredPlugins = {}) {
  const saved: unknown[] = []
  const local = memoryLocal()
  let values: Record<string, unknown> = { on: false }
  let refuse: unknown = null
  let responses: Promise<unknown> = Promise.resolve()
  const opened: string[] = []
  const services = {
    newId: () => `id-${++ids}`,
    clock: { now: () => 0, after: () => () => {} },
    local,
    platform: {
      selectedText: () => '',
      openAddress: (url: string) => opened.push(url),
      openApp: (url: string) => opened.push(`app ${url}`),
    },
    storage: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
    api: {
      plugins: {
        settings: async () => {
          const data = { values, secretsSet: [] }
          await responses
          return { code: 0, data }
        },
        updateSettings: async (change: { values?: Record<string, unknown> }) => {
          if (refuse !== null) throw refuse
          saved.push(change)
          values = { ...values, ...change.values }
          return { code: 0 }
        },
        call: async () => ({ code: 0, data: answer }),
      },
    },
  } as unknown as Services
  const scope = fork({
    values: [
      ...sendingTab,
      [$services, services],
      [$pluginSources, [greeter]],
      [$integration, { plugins: stored }],
    ],
  })
  const notifications: unknown[] = []
  const undo = [errorNotified, infoNotified].map((event) => event.watch((one) => notifications.push(one)))
  return {
    scope,
    saved,
    notifications,
    opened,
    /** Responses to the request for settings wait until this is called. */
    holdResponses: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      responses = promise
      return resolve
    },
    refuseWrites: (error: unknown) => (refuse = error),
    switchTo: (on: boolean) =>
      allSettled(pluginSettingChanged, { scope, params: { id: 'greeter', values: { on } } }),
    run: (id: string) =>
      allSettled(registry.commandInvoked, { scope, params: { id, source: 'test' as const } }),
    end: () => undo.forEach((stop) => stop()),
  }
}

async function shown(input?: PluginResponse) {
  const one = world(input)
  await allSettled(pluginHostStarted, { scope: one.scope })
  await allSettled(pluginsRequested, { scope: one.scope })
  return one
}

test("enabling a plugin registers its command and button, and the command shows the server half's response", async () => {
  const { scope, switchTo, run, notifications, saved, end } = await shown()
  await switchTo(true)
  expect(scope.getState(registry.$commands).get('greeter:greet')).toMatchObject({
    title: 'greeter:greet',
    plugin: 'greeter',
  })
  expect(scope.getState($toolbarItems)).toHaveLength(1)
  await run('greeter:greet')
  expect(notifications).toEqual([{ key: 'greeter:greeting', values: { name: 'Ada' } }])
  expect(saved).toEqual([{ plugin: 'greeter', values: { on: true }, secrets: undefined }])
  await switchTo(false)
  end()
})

test('the palette offers running plugins to switch off, and switches one off', async () => {
  const { scope, switchTo, saved, end } = await shown()
  await switchTo(true)
  expect(scope.getState($listedPlugins)).toEqual([
    { id: 'greeter', nameKey: null, isRunning: true, isStarting: false, isInstalled: false },
  ])
  await allSettled(pluginSwitchedOff, { scope, params: 'greeter' })
  expect(saved.at(-1)).toEqual({ plugin: 'greeter', values: { on: false }, secrets: undefined })
  expect(scope.getState($running).size).toBe(0)
  end()
})

test('a plugin that does not run yet is switched off by its own setting', async () => {
  const { scope, saved, end } = await shown()
  expect(scope.getState($running).size).toBe(0)
  await allSettled(pluginSwitchedOff, { scope, params: 'greeter' })
  expect(saved.at(-1)).toEqual({ plugin: 'greeter', values: { on: false }, secrets: undefined })
  end()
})

test("a plugin's setting is undone like any other", async () => {
  const { scope, switchTo, saved, end } = await shown()
  await switchTo(true)
  await allSettled(localRowsLoaded, { scope })
  await allSettled(undoRequested, { scope, params: {} })
  expect(scope.getState($plugins).get('greeter')?.values).toEqual({ on: false })
  expect(saved).toHaveLength(2)
  expect(scope.getState($running).size).toBe(0)
  end()
})

test('enabling and disabling a hundred times leaves nothing behind', async () => {
  const { scope, switchTo, end } = await shown()
  const before = [...scope.getState(registry.$commands).keys()]
  for (let round = 0; round < 100; round += 1) {
    await switchTo(true)
    expect(timersAlive).toBe(1)
    await switchTo(false)
  }
  expect([...scope.getState(registry.$commands).keys()]).toEqual(before)
  expect(scope.getState($toolbarItems)).toEqual([])
  expect(scope.getState($running).size).toBe(0)
  expect(timersAlive).toBe(0)
  end()
})

test("a refusal shows the plugin's message, and the plugin keeps running", async () => {
  const { scope, switchTo, run, notifications, end } = await shown()
  await switchTo(true)
  await run('greeter:refuse')
  expect(notifications).toEqual([
    { key: 'greeter:notToday', values: { day: 'Monday' }, action: settingsAction('greeter') },
  ])
  expect(scope.getState($running).has('greeter')).toBe(true)
  await switchTo(false)
  end()
})

test('a refusal of the server half is shown too', async () => {
  const { switchTo, run, notifications, end } = await shown({
    ok: false,
    words: { key: 'outside.unreachable' },
  })
  await switchTo(true)
  await run('greeter:greet')
  expect(notifications).toEqual([{ key: 'app:outside.unreachable', action: settingsAction('greeter') }])
  await switchTo(false)
  end()
})

test('a plugin that fails is stopped and named, and can be enabled again', async () => {
  const { scope, switchTo, run, notifications, end } = await shown()
  await switchTo(true)
  await run('greeter:break')
  expect(notifications).toEqual([
    {
      id: 'plugin-failed greeter',
      key: 'app:plugin.broke',
      values: { plugin: 'greeter' },
      reason: 'undefined is not a function',
      action: settingsAction('greeter'),
    },
  ])
  expect(scope.getState(registry.$commands).has('greeter:greet')).toBe(false)
  await switchTo(true)
  expect(scope.getState(registry.$commands).has('greeter:greet')).toBe(true)
  await switchTo(false)
  end()
})

test("a setting that the server refuses is reset to the server's value", async () => {
  const { scope, switchTo, refuseWrites, notifications, end } = await shown()
  refuseWrites({ kind: 'failed', status: 400, message: null } satisfies ApiError)
  await switchTo(true)
  expect(scope.getState($plugins).get('greeter')?.values).toEqual({ on: false })
  expect(scope.getState($running).size).toBe(0)
  expect(notifications).toHaveLength(1)
  end()
})

test('a response that was under way does not take back a change', async () => {
  const { scope, switchTo, holdResponses, end } = await shown()
  const release = holdResponses()
  const requested = allSettled(pluginsRequested, { scope })
  const switched = switchTo(true)
  expect(scope.getState($plugins).get('greeter')?.values).toEqual({ on: true })
  release()
  await Promise.all([requested, switched])
  expect(scope.getState($plugins).get('greeter')?.values).toEqual({ on: true })
  expect(scope.getState($running).has('greeter')).toBe(true)
  await switchTo(false)
  end()
})

test.each([
  ['https://example.org/a', ['https://example.org/a']],
  ['notes://new?content=a', ['app notes://new?content=a']],
  ['other://new', []],
  // What must not be opened.
  ['javascript:alert(1)', []],
])('%s is opened if the manifest permits it', async (name, expected) => {
  const { switchTo, run, opened, notifications, end } = await shown({ ok: true, output: { name } })
  await switchTo(true)
  await run('greeter:open')
  expect(opened).toEqual(expected)
  expect(notifications).toHaveLength(1)
  expect('action' in (notifications[0] as object)).toBe(expected.length > 0)
  await switchTo(false)
  end()
})

test('the settings of every built-in plugin can be drawn', async () => {
  const manifests = await Promise.all(builtInPlugins.map(({ manifest }) => manifest()))
  expect(manifests.length).toBeGreaterThan(8)
  for (const { id, enabledBy: name, ...manifest } of manifests)
    expect(fieldGroupsOf({ id, enabledBy: name, ...manifest })[0]?.fields[0], id).toEqual({
      kind: 'boolean',
      name,
      anchor: `${id}-${name}`,
      label: `${id}:settings.${name}`,
      hint: `${id}:settings.${name}Hint`,
    })
})

test('a plugin that cannot be loaded takes no other from the page, and stays on', async () => {
  const before = { on: true, values: { on: true }, secretsSet: [] }
  const { scope, switchTo, end } = world(undefined, { missing: before })
  const missing: PluginSource = {
    id: 'missing',
    manifest: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
    client: null,
    translations: {},
  }
  await allSettled($pluginSources, { scope, params: [missing, greeter] })
  await allSettled(pluginHostStarted, { scope })
  await allSettled(pluginsRequested, { scope })
  await switchTo(true)
  expect([...scope.getState($plugins).keys()]).toEqual(['greeter'])
  expect(scope.getState($pluginsError)).toBeNull()
  expect(scope.getState($storedPlugins)).toEqual({ greeter: before, missing: before })
  await switchTo(false)
  end()
})

test('the page says so where no plugin can be loaded', async () => {
  const { scope, end } = world()
  const failure = new TypeError('Failed to fetch dynamically imported module')
  await allSettled($pluginSources, {
    scope,
    params: [{ ...greeter, manifest: () => Promise.reject(failure) }],
  })
  await allSettled(pluginsRequested, { scope })
  expect(scope.getState($pluginsError)).toBe(failure)
  end()
})

test('an enabled plugin starts with the app, before the settings are opened', async () => {
  const { scope, end } = world()
  const again = fork({
    values: [
      [$services, scope.getState($services)],
      [$pluginSources, [greeter]],
      [$integration, { plugins: { greeter: { on: true, values: { on: true } } } }],
    ],
  })
  await allSettled(pluginHostStarted, { scope: again })
  expect(again.getState(registry.$commands).has('greeter:greet')).toBe(true)
  again.getState($running).get('greeter')?.stop()
  end()
})
