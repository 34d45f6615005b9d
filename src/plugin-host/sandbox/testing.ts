/** A reader with one plugin, in a sandbox or built in, for tests. */
import { allSettled, createWatch, fork } from 'effector'
import { memoryLocal } from '../../local/memory-local.ts'
import { errorNotified, infoNotified, registry } from '../../model/app/index.ts'
import { $services, type Services } from '../../model/services.ts'
import type { ClientHalf } from '../../plugin-api/client.ts'
import {
  definePlugin,
  z,
  type CallCommand,
  type Manifest,
  type Permission,
  type PluginResponse,
} from '../../plugin-api/manifest.ts'
import type { ClientLectern } from '../../plugin-api/sandbox.ts'
import type { Trigger } from '../run/app-scope.ts'
import { $pluginSources } from '../run/catalogue.ts'
import { pluginsRequested } from '../settings/plugin-states.ts'
import { pluginHostStarted } from '../run/plugins.ts'
import type { OpenFrame } from './frame.ts'
import { startSandboxed } from './sandboxed-client.ts'
import { createRuntime } from './worker/runtime.ts'
import { sendingTab } from '../testing.ts'

/** A frame whose worker is the real runtime in this process; both sides get texts, as in the browser. */
function frameWith(client: ClientHalf) {
  /** Messages to the worker. */
  const sent: { readonly t?: string }[] = []
  const state = { removed: 0, responds: true, forge: (_: string) => {}, sent }
  const open: OpenFrame = (_, received) => {
    const listeners: ((event: { data: unknown }) => void)[] = []
    createRuntime({
      postMessage: (text) => void queueMicrotask(() => received(text)),
      addEventListener: (_type, listener) => void listeners.push(listener),
      // The same half also runs built in: it is compiled against the whole host.
    })(client as unknown as Parameters<ClientLectern['start']>[0])
    state.forge = received
    return {
      send: (text) => {
        sent.push(JSON.parse(text) as { readonly t?: string })
        queueMicrotask(() => {
          if (state.responds) for (const listener of listeners) listener({ data: text })
        })
      },
      remove: () => void (state.removed += 1),
    }
  }
  return { open, state }
}

/** What the server half answers. */
function answer(call: string, input: unknown): PluginResponse {
  if (call.startsWith('refuse')) return { ok: false, words: { key: 'no', values: { call } } }
  if (call === 'send')
    return { ok: true, output: { key: 'called', values: { call, input: JSON.stringify(input) } } }
  return { ok: true, output: call === 'rest' ? null : { call, input } }
}

/** A reader with one plugin. @param sandboxed in a frame, else built in */
export async function readerWith(
  client: ClientHalf,
  sandboxed: boolean,
  permissions: readonly Permission[] = [],
  commands: readonly CallCommand[] = [],
  more: Partial<Manifest> = {},
) {
  const manifest = definePlugin({
    id: 'guest',
    version: '1.0.0',
    api: '1.5',
    enabledBy: 'on',
    settings: z.object({ on: z.boolean().default(false), name: z.string().default('reader') }),
    secrets: [],
    permissions,
    commands,
    ...more,
  })
  const { open, state } = frameWith(client)
  let values: object = { on: true, name: 'Ada' }
  const searched: unknown[] = []
  const downloads: unknown[] = []
  const search = async (input: unknown) => {
    searched.push(input)
    return { code: 0, data: [] }
  }
  const api = {
    plugins: {
      settings: async () => ({ code: 0, data: { values: { ...values }, secretsSet: [] } }),
      updateSettings: async (change: { values?: object }) => {
        values = { ...values, ...change.values }
        return { code: 0 }
      },
      call: async ({ call, input }: { call: string; input: unknown }) => ({
        code: 0,
        data: answer(call, input),
      }),
    },
    entries: { search },
    reads: { mark: async () => ({ code: 0 }) },
    subscriptions: {
      export: async ({ folderMode }: { folderMode: string }) => `<opml by="${folderMode}"/>`,
    },
  }
  const notifications: unknown[] = []
  const scope = fork({
    values: [
      ...sendingTab,
      [
        $services,
        {
          api,
          local: memoryLocal(),
          newId: () => crypto.randomUUID(),
          clock: { now: () => 0, after: () => () => {} },
          platform: {
            selectedText: () => 'secret text',
            download: (name: string, text: string) => downloads.push([name, text]),
          },
          storage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
        } as unknown as Services,
      ],
      [
        $pluginSources,
        [
          {
            id: 'guest',
            manifest: async () => manifest,
            client: (trigger: Trigger, signal?: AbortSignal) =>
              sandboxed
                ? startSandboxed('', { manifest, trigger, open, ...(signal && { signal }) })
                : Promise.resolve(client),
            translations: {},
          },
        ],
      ],
    ],
  })
  for (const unit of [infoNotified, errorNotified])
    createWatch({ unit, scope, fn: (one) => void notifications.push(one) })
  await allSettled(pluginHostStarted, { scope })
  await allSettled(pluginsRequested, { scope })
  const run = (verb: string) =>
    allSettled(registry.commandInvoked, { scope, params: { id: `guest:${verb}`, source: 'test' } })
  return { scope, state, run, searched, notifications, downloads }
}
