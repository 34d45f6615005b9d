/** The plugin's side: the API of the browser half for a plugin in a worker. The host says which kinds of contributions there are. */
import { createBirpc } from 'birpc'
import { createEvent, createStore } from 'effector'
import type { PluginTree, SandboxClientHost } from '../../../plugin-api/client.ts'
import type { ClientLectern } from '../../../plugin-api/sandbox.ts'
import {
  CALL_LIMIT_MS,
  HANDLER_PREFIX,
  type Failure,
  type HostFunctions,
  type ContributionPlace,
  type Registration,
  type Setup,
  type WorkerFunctions,
} from '../functions.ts'
import { fromText, toText } from '../json.ts'
import { MAX_STACK_LINES } from '../stack-lines.ts'

type Port = {
  postMessage(text: string): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
}

/** Names of the stores that the host fills. */
const STORES = ['settings', 'open', 'listed', 'view', 'language'] as const

/** What the plugin gave. */
type Contribution = Readonly<Record<string, unknown>>
type Watchable = { watch(watcher: (value: unknown) => void): unknown }

/** What only plugins that are built in can do: their values cannot be sent. */
function unavailable(name: string): never {
  throw new Error(`A plugin in a sandbox has no ${name}`)
}

const refusing = {
  translations: () => unavailable('translations'),
  contentBlocks: () => unavailable('contentBlocks'),
}

/** @returns what the plugin's code calls with its browser half */
export function createRuntime(port: Port): ClientLectern['start'] {
  let client: Parameters<ClientLectern['start']>[0] | null = null
  /** By kind. */
  const added: Record<string, Contribution[]> = {}
  const storeSet = createEvent<{ name: string; value: unknown }>()
  /** Calls that the host may cancel. */
  const cancelable = new Map<number, AbortController>()
  const started = createEvent()
  const failed = createEvent<unknown>()
  failed.watch((error) => void rpc.$callEvent('failed', failureOf(error)))

  const functions: WorkerFunctions = {
    ping: () => {},
    start(setup) {
      if (!client) throw new Error('The plugin does not call lectern.start')
      client.start(createHost(setup))
      return Object.fromEntries(
        Object.entries(added).map(([kind, all]) => [kind, all.map((one) => registrationOf(one))]),
      )
    },
    started() {
      started()
      // From now on the host hears what the parts show: before, it did not listen.
      for (const [kind, all] of Object.entries(added))
        all.forEach((contribution, index) => {
          for (const [name, $store] of Object.entries(contribution))
            if (isStore(name))
              ($store as Watchable | undefined)?.watch(
                (value) => void rpc.$callEvent('show', { kind, index }, name, value),
              )
        })
    },
    store: (name, value) => storeSet({ name, value }),
    async invoke({ kind, index, name, args, cancelId }) {
      const contribution = added[kind]?.[index]
      const abort = new AbortController()
      if (cancelId !== undefined) cancelable.set(cancelId, abort)
      try {
        const withSignal = cancelId === undefined ? [...args] : [...args, { signal: abort.signal }]
        return await functionOf(contribution, name)?.apply(contribution, withSignal)
      } catch (error) {
        // Undefined would count as no error.
        throw error ?? new Error(String(error))
      } finally {
        if (cancelId !== undefined) cancelable.delete(cancelId)
      }
    },
    cancel: (cancelId) => cancelable.get(cancelId)?.abort(),
  }
  const rpc = createBirpc<HostFunctions, WorkerFunctions, false>(functions, {
    post: (message) => port.postMessage(toText(message)),
    on: (listener) => port.addEventListener('message', ({ data }) => listener(fromText(String(data)))),
    serialize: (message: { readonly e?: unknown }) =>
      'e' in message ? { ...message, e: failureOf(message.e) } : message,
    deserialize: (message: { readonly e?: Failure }) =>
      message.e?.text
        ? { ...message, e: Object.assign(new Error(message.e.text.key), { text: message.e.text }) }
        : message,
    timeout: CALL_LIMIT_MS,
    proxify: false,
  })

  const add =
    (kind: string) =>
    (contribution: Contribution = {}) => {
      const place: ContributionPlace = { kind, index: (added[kind] ??= []).push(contribution) - 1 }
      const opened = createEvent()
      opened.watch(() => void rpc.$callEvent('open', place))
      return opened
    }

  function createHost({ stores, kinds, calls }: Setup): SandboxClientHost {
    const filled = Object.fromEntries(
      STORES.map((name) => [
        `$${name}`,
        createStore<unknown>(stores[name] ?? null, { serialize: 'ignore' }).on(storeSet, (before, set) =>
          set.name === name ? set.value : before,
        ),
      ]),
    )
    const { $settings, ...reader } = filled
    const host: Record<string, unknown> = Object.fromEntries(kinds.map((kind) => [kind, add(kind)]))
    for (const path of calls) {
      const [name = '', member] = path.split('.')
      // JSON has no undefined: what is absent at the end is left out.
      const call = (...args: unknown[]) =>
        rpc.$call('call', path, args.slice(0, args.findLastIndex((one) => one !== undefined) + 1))
      host[name] = member === undefined ? call : { ...(host[name] as object), [member]: call }
    }
    const { server, ...rest } = host as { server: (name: string, input: unknown) => Promise<unknown> }
    const call: SandboxClientHost['call'] =
      ({ name, output }) =>
      async (input) =>
        output.parse(await server(name, input))
    return {
      ...rest,
      call,
      $settings,
      reader,
      started,
      failed,
      // The worker ends as a whole.
      onStop: () => {},
      ...refusing,
    } as unknown as SandboxClientHost
  }

  return (half) => {
    client = half
  }
}

const isStore = (name: string): boolean => name.startsWith('$')

function functionOf(contribution: Contribution | undefined, name: string) {
  const one = name.startsWith(HANDLER_PREFIX)
    ? (contribution as PluginTree | undefined)?.on?.[name.slice(HANDLER_PREFIX.length)]
    : contribution?.[name]
  return one as ((...args: unknown[]) => unknown) | undefined
}

function registrationOf(contribution: Contribution): Registration {
  const functions: string[] = []
  const stores: string[] = []
  const data: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(contribution)) {
    if (isStore(name)) {
      if (value !== undefined) stores.push(name)
    } else if (typeof value === 'function') functions.push(name)
    else if (name !== 'on') data[name] = value
  }
  return { data, functions, stores, handlers: Object.keys(contribution['on'] ?? {}) }
}

/** A refusal by its shape, as the plugin's bundle has a class of its own; else the message and the lines of the stack. */
function failureOf(error: unknown): Failure {
  const text = (error as { text?: { key?: unknown } } | null)?.text
  if (typeof text?.key === 'string') return { text: text as NonNullable<Failure['text']> }
  if (!(error instanceof Error)) return { message: String(error).slice(0, 1000), lines: [] }
  const frames = [...(error.stack ?? '').matchAll(/blob:[^\s)]*?:(\d+):\d+/g)]
  return {
    message: error.message.slice(0, 1000),
    lines: frames.slice(0, MAX_STACK_LINES).map(([, line]) => Number(line)),
  }
}
