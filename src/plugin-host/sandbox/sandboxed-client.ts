/** Starts a plugin from elsewhere in a frame, and makes it a browser half like that of a built-in plugin. */
import { createBirpc } from 'birpc'
import { attach, sample, type Store } from 'effector'
import { z } from 'zod'
import { sandboxedKinds } from '../run/contributions/contributions.ts'
import { PluginRefusal, type ClientHalf, type ClientHost } from '../../plugin-api/client.ts'
import type { Manifest } from '../../plugin-api/manifest.ts'
import { pluginActed } from '../installed/ledger.ts'
import type { Trigger } from '../run/app-scope.ts'
import { SandboxCrash, type CrashReason, type OpenFrame } from './frame.ts'
import {
  CALL_LIMIT_MS,
  type Failure,
  type HostFunctions,
  type WorkerFunctions,
  type Setup,
} from './functions.ts'
import { callHost, hostCalls } from './host-calls.ts'
import { toText } from './json.ts'
import { failure, parseFromPlugin, type RpcMessage } from './messages.ts'
import { ownLine, PluginError } from './plugin-error.ts'
import { createReach } from './reach.ts'
import { callFailed, createRemoteContributions, readRegistrations } from './remote-contributions.ts'
import { key } from './schemas.ts'

/** Time until a plugin must have registered itself. */
const START_LIMIT_MS = 10_000

const place = z.object({ kind: key, index: z.number().int().nonnegative() })

export type SandboxContext = {
  readonly manifest: Manifest
  readonly trigger: Trigger
  readonly open: OpenFrame
  /** Lines of the script before the plugin's own code. */
  readonly linesBefore?: number
  /** Ends the plugin, also while it starts. */
  readonly signal?: AbortSignal
}

/**
 * @param code the runtime and the plugin's own code, as one classic script
 * @throws SandboxCrash when the plugin does not start in time, PluginError when it throws
 */
export async function startSandboxed(
  code: string,
  { manifest, trigger, open, linesBefore = 0, signal }: SandboxContext,
): Promise<ClientHalf> {
  let host: ClientHost | null = null
  let ended = false
  let received: (message: RpcMessage) => void = () => {}
  const reach = createReach(manifest, (what) =>
    trigger(pluginActed, { plugin: manifest.id, kind: 'contacted', what, count: 1 }),
  )
  const end = (error: Error) => {
    if (ended) return
    ended = true
    clearTimeout(late)
    heartbeat.stop()
    frame.remove()
    rpc.$close(error)
  }
  const fail = (error: Error) => {
    if (ended) return
    end(error)
    if (host) trigger(host.failed, error)
  }
  const crash = (reason: CrashReason) => fail(new SandboxCrash(reason))
  const errorOf = ({ text, message = manifest.id, lines = [] }: Failure): Error =>
    text
      ? new PluginRefusal(text.key, text.values, text.reason)
      : new PluginError(message, ownLine(lines, linesBefore))

  const frame = open(code, (text) => {
    if (ended) return
    const message = parseFromPlugin(text)
    if (message === 'too large') crash('tree')
    else if (message === null) return
    else if ('t' in message) received(message)
    else if (message.type === 'ended') crash(message.reason)
    else fail(errorOf(message))
  })
  const functions: HostFunctions = {
    async call(name, args) {
      if (!host) throw new PluginRefusal('plugin.forbidden')
      return callHost(host, { name, args, reach })
    },
    show: (shownPlace, store, value) =>
      trigger(remote.shown, { place: place.parse(shownPlace), store: key.parse(store), value }),
    open(openedPlace) {
      const opener = remote.openerOf(place.parse(openedPlace))
      if (opener) trigger(opener, undefined)
    },
    failed(given) {
      const error = errorOf(failure.parse(given))
      if (error instanceof PluginRefusal && host) trigger(host.failed, error)
      else fail(error)
    },
  }
  const rpc = createBirpc<WorkerFunctions, HostFunctions, false>(functions, {
    post(message) {
      if (!ended) frame.send(toText(message))
    },
    on: (listener) => void (received = listener),
    // The plugin hears why in the reader's words alone.
    serialize: (message: { readonly e?: unknown }) =>
      'e' in message
        ? { ...message, e: { text: (message.e instanceof PluginRefusal ? message.e : callFailed()).text } }
        : message,
    deserialize: (message: RpcMessage) =>
      'e' in message && message.e ? { ...message, e: errorOf(message.e) } : message,
    timeout: CALL_LIMIT_MS,
    onTimeoutError: () => {
      throw callFailed()
    },
    proxify: false,
  })
  const remote = createRemoteContributions({
    manifest,
    reach,
    invoke: (invocation) => rpc.$call('invoke', invocation),
    cancel: (cancelId) => void rpc.$callEvent('cancel', cancelId),
    hasEnded: () => ended,
  })
  const heartbeat = startHeartbeat(
    () => void rpc.$call('ping').then(heartbeat.responded, () => {}),
    () => crash('unresponsive'),
  )
  const late = setTimeout(() => crash('start'), START_LIMIT_MS)
  signal?.addEventListener('abort', () => fail(new Error('The plugin was stopped')))

  try {
    const registered = readRegistrations(await rpc.$call('start', setup))
    clearTimeout(late)
    return {
      start(clientHost) {
        host = clientHost
        clientHost.onStop(() => end(callFailed()))
        remote.addTo(clientHost, registered)
        sendStores(clientHost)
      },
    }
  } catch (error) {
    end(callFailed())
    throw error
  }

  /** Without the permission to read entries the plugin does not see which one is open. */
  function sendStores({ $settings, reader, started }: ClientHost) {
    const readable = manifest.permissions.includes('entries:read')
    const stores: Readonly<Record<string, Store<unknown>>> = {
      settings: $settings,
      view: reader.$view,
      language: reader.$language,
      ...(readable ? { open: reader.$open, listed: reader.$listed } : {}),
    }
    type Filled = { readonly name: string; readonly value: unknown }
    const sendFx = attach({
      source: $settings,
      effect: (_, { name, value }: Filled) => {
        if (name === 'settings') reach.settingsChanged(value as Readonly<Record<string, unknown>>)
        else reach.received(value)
        if (!ended) void rpc.$callEvent('store', name, value)
      },
    })
    for (const [name, $store] of Object.entries(stores))
      sample({
        clock: [$store, started],
        source: $store,
        fn: (value): Filled => ({ name, value }),
        target: sendFx,
      })
    const startedFx = attach({
      source: $settings,
      effect: () => {
        if (!ended) void rpc.$callEvent('started')
      },
    })
    sample({ clock: started, fn: () => {}, target: startedFx })
  }
}

/** Finds plugins that do not respond: no event says that a frame has crashed, or that a worker loops. */
const INTERVAL_MS = 2000
/** Pings without a response after which the plugin is ended. */
const MISSED = 2

/** @returns `responded` for each response, and `stop` */
function startHeartbeat(ping: () => void, lost: () => void) {
  let missed = 0
  const timer = setInterval(() => {
    if (missed >= MISSED) {
      clearInterval(timer)
      lost()
      return
    }
    missed += 1
    ping()
  }, INTERVAL_MS)
  return { responded: () => void (missed = 0), stop: () => clearInterval(timer) }
}

/** What every worker begins with. */
export const setup: Setup = {
  stores: { settings: {}, listed: [] },
  kinds: sandboxedKinds.map(([name]) => name),
  calls: Object.keys(hostCalls),
}
