/** For tests of the host. */
import { allSettled, fork, type Scope, type StoreWritable } from 'effector'
import { memoryLocal } from '../local/memory-local.ts'
import { $isSender } from '../model/outbox/index.ts'
import { $services, type Services } from '../model/services.ts'
import { $session } from '../model/session/index.ts'
import { testUser } from '../model/testing.ts'
import { defineClient, type ClientHost } from '../plugin-api/client.ts'
import { definePlugin, z, type Manifest } from '../plugin-api/manifest.ts'
import { $pluginSources, type PluginSource } from './run/catalogue.ts'
import { pluginSettingChanged, pluginsRequested } from './settings/plugin-states.ts'
import { pluginHostStarted } from './run/plugins.ts'

/** Values of a scope whose user is signed in, and whose tab sends what waits in the outbox. */
export const sendingTab = [
  [$session, { status: 'authenticated', user: testUser('1') }],
  [$isSender, true],
] as unknown as [StoreWritable<unknown>, unknown][]

/** A manifest whose only setting is the switch `on`. */
export const testManifest = (id: string, more: Partial<Manifest> = {}): Manifest =>
  definePlugin({
    id,
    version: '1.0.0',
    api: '1.6',
    enabledBy: 'on',
    settings: z.object({ on: z.boolean().default(false) }),
    secrets: [],
    permissions: [],
    ...more,
  })

type TestReader = {
  readonly scope: Scope
  /** Switches the plugin on or off. */
  readonly set: (on: boolean) => Promise<void>
}
/** A reader whose only plugin is switched on. @param more functions of the reader's services that the plugin uses */
export async function readerWithPlugin(
  manifest: Manifest,
  start: (host: ClientHost) => void,
  more: {
    readonly api?: { readonly plugins?: object; readonly [call: string]: unknown }
    readonly platform?: object
    /** Loads its code. */
    readonly client?: PluginSource['client']
  } = {},
): Promise<TestReader> {
  const { plugins: _, ...rest } = more.api ?? {}
  let values: Record<string, unknown> = {}
  const services = {
    newId: () => crypto.randomUUID(),
    local: memoryLocal(),
    clock: { now: () => 0, after: () => () => {} },
    platform: { selectedText: () => '', ...more.platform },
    storage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
    api: {
      plugins: {
        settings: async () => ({ code: 0, data: { values, secretsSet: [] } }),
        updateSettings: async (change: { values?: Record<string, unknown> }) => {
          values = { ...values, ...change.values }
          return { code: 0 }
        },
        ...more.api?.plugins,
      },
      ...rest,
    },
  } as unknown as Services
  const plugin = {
    id: manifest.id,
    manifest: async () => manifest,
    client: more.client ?? (async () => defineClient(start)),
    translations: {},
  }
  const scope = fork({ values: [...sendingTab, [$services, services], [$pluginSources, [plugin]]] })
  await allSettled(pluginHostStarted, { scope })
  await allSettled(pluginsRequested, { scope })
  const set = (on: boolean) =>
    allSettled(pluginSettingChanged, { scope, params: { id: manifest.id, values: { on } } })
  await set(true)
  return { scope, set }
}
