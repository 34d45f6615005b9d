/** Starts a plugin from elsewhere in a frame, and makes it a browser half like that of a built-in plugin. */
import { attach, createEvent, createStore, sample, type EventCallable, type Store } from 'effector'
import { createPendingCalls } from '../../core/pending-calls.ts'
import type { ToolbarItemState } from '../../features/feature.ts'
import {
  PluginRefusal,
  type ClientHalf,
  type ClientHost,
  type CommandContext,
  type EntryHead,
  type PluginMessage,
  type PluginTheme,
} from '../../plugin-api/client.ts'
import type { Manifest } from '../../plugin-api/manifest.ts'
import { pluginSearchResults } from '../../plugin-api/search.ts'
import type { FieldValue, PluginNode, PluginTree } from '../../plugin-api/tree.ts'
import { pluginActed } from '../installed/ledger.ts'
import type { Trigger } from '../run/app-scope.ts'
import { SandboxCrash, type CrashReason, type OpenFrame } from './frame.ts'
import { startHeartbeat } from './heartbeat.ts'
import { callHost } from './host-calls.ts'
import { ownLine, PluginError } from './plugin-error.ts'
import { createReach } from './reach.ts'
import { parseFromPlugin, type FromPlugin, type Invocation, type ToPlugin } from './messages.ts'
import { registerFeedSources } from './sandboxed-feed-sources.ts'
import { registerFormats } from './sandboxed-formats.ts'

/** Time until a plugin must have registered itself. */
const START_LIMIT_MS = 10_000
/** Time that one function of a format or of a source of feeds has. */
const INVOCATION_LIMIT_MS = 10_000

/** Calls that answer with what the user has. */
const LIBRARY_CALLS = new Set(['entries', 'contentOf', 'feeds.asOpml'])

type Registered = Extract<FromPlugin, { type: 'registered' }>
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
  const begun = Promise.withResolvers<Registered>()
  const runs = createPendingCalls<PluginMessage | undefined>()
  const transforms = createPendingCalls<string | null>()
  const searches = createPendingCalls<unknown>()
  const invocations = createPendingCalls<unknown>()
  let host: ClientHost | null = null
  let ended = false
  /** Opens the page or dialog of a tree. */
  const openers = new Map<number, EventCallable<void>>()
  /** Runs of commands that may still open something: it is the user who has run them. */
  const mayOpen = new Set<number>()
  const treeChanged = createEvent<{ index: number; tree: PluginNode | null }>()
  const stateChanged = createEvent<{ index: number; state: ToolbarItemState }>()
  const reach = createReach(manifest, (what) =>
    trigger(pluginActed, { plugin: manifest.id, kind: 'contacted', what, count: 1 }),
  )
  const send = (message: ToPlugin) => frame.send(JSON.stringify(message))
  const end = () => {
    if (ended) return
    ended = true
    clearTimeout(late)
    heartbeat.stop()
    frame.remove()
    runs.settleAll(({ resolve }) => resolve(undefined))
    transforms.settleAll(({ resolve }) => resolve(null))
    searches.settleAll(({ resolve }) => resolve([]))
    invocations.settleAll(({ reject }) => reject(callFailed()))
  }
  const crash = (reason: CrashReason) => fail(new SandboxCrash(reason))
  const thrown = (message: string, lines: readonly number[] = []) =>
    fail(new PluginError(message, ownLine(lines, linesBefore)))
  const fail = (error: Error) => {
    if (ended) return
    end()
    begun.reject(error)
    if (host) trigger(host.failed, error)
  }
  const received = (text: string) => {
    if (ended) return
    const message = parseFromPlugin(text)
    if (message === 'too large') crash('tree')
    else if (message) handle(message)
  }
  /** Results that do not fit are refused where they are shown. */
  const within = (results: unknown): unknown => {
    const { data } = pluginSearchResults.safeParse(results)
    return data ? reach.results(data) : results
  }
  const handle = (message: FromPlugin) => {
    switch (message.type) {
      case 'registered':
        return begun.resolve(message)
      case 'pong':
        return heartbeat.responded()
      case 'returned':
        return runs.resolve(message.id, message.message as PluginMessage | undefined)
      case 'refused':
        return runs.reject(message.id, refusalOf(message.text))
      case 'threw':
      case 'error':
        return thrown(message.message, message.lines)
      case 'failed':
        if (message.text && host) return trigger(host.failed, refusalOf(message.text))
        return thrown(message.message ?? manifest.id, message.lines)
      case 'call':
        return void answer(message)
      case 'transformed':
        return transforms.resolve(message.id, message.html)
      case 'transformFailed':
        return transforms.reject(message.id, new Error(message.message))
      case 'found':
        return searches.resolve(message.id, within(message.results))
      case 'invoked':
        return invocations.resolve(message.id, message.output)
      case 'searchFailed':
        return searches.reject(message.id, failureOf(message))
      case 'invokeFailed':
        return invocations.reject(message.id, failureOf(message))
      case 'toolbarState':
        return trigger(stateChanged, message)
      case 'tree':
        return trigger(treeChanged, { ...message, tree: message.tree && reach.tree(message.tree) })
      case 'open':
        return openTree(message.index)
      case 'ended':
        return crash(message.reason)
    }
  }
  /** Once for each command that runs: a plugin must not take the user elsewhere by itself. */
  const openTree = (index: number) => {
    const [run] = mayOpen
    const opener = openers.get(index)
    if (run === undefined || !opener) return
    mayOpen.delete(run)
    trigger(opener, undefined)
  }
  const answer = async ({ id, name, input }: Extract<FromPlugin, { type: 'call' }>) => {
    try {
      if (!host) throw new PluginRefusal('plugin.forbidden')
      const output = await callHost(host, name, input)
      if (LIBRARY_CALLS.has(name)) reach.received(output)
      if (!ended) send({ type: 'answer', id, output })
    } catch (error) {
      const text = error instanceof PluginRefusal ? error.text : { key: 'app:plugin.callFailed' }
      if (!ended) send({ type: 'refusal', id, text })
    }
  }
  const frame = open(code, received)
  const heartbeat = startHeartbeat(
    () => send({ type: 'ping' }),
    () => crash('unresponsive'),
  )
  const late = setTimeout(() => crash('start'), START_LIMIT_MS)
  signal?.addEventListener('abort', () => fail(new Error('The plugin was stopped')))
  send({ type: 'start', stores: { settings: {}, listed: [] } })
  const registered = await begun.promise
  clearTimeout(late)

  return {
    start(clientHost) {
      host = clientHost
      clientHost.onStop(end)
      for (const { keys: _, ...data } of registered.commands) {
        // Its own group, so that it replaces no command of the reader; the user chooses its keys.
        if (!data.id.startsWith(`${manifest.id}:`))
          throw new PluginRefusal('app:plugin.foreignCommand', { command: data.id, plugin: manifest.id })
        clientHost.command({ ...data, run: (context) => runCommand(data.id, context) })
      }
      registered.toolbarItems.forEach(({ hasState, ...item }, at) => {
        const $state = createStore<ToolbarItemState>({}).on(stateChanged, (before, { index, state }) =>
          index === at ? state : before,
        )
        clientHost.toolbarItem({ ...item, ...(hasState ? { $state } : {}) })
      })
      if (registered.saves) {
        const { needs } = registered.saves
        clientHost.saves(needs === undefined ? {} : { needs })
      }
      registered.trees.forEach((tree, at) => {
        const part = createPart(at, tree.events)
        if (tree.kind === 'panel') return clientHost.entryPanel(part)
        const { title } = tree
        openers.set(
          at,
          tree.kind === 'screen'
            ? clientHost.screen({ path: tree.path, title, ...(tree.intro && { intro: tree.intro }), ...part })
            : clientHost.dialog({ id: tree.id, title, ...part }),
        )
      })
      registered.transforms.forEach((title, index) => {
        clientHost.contentTransform({ title, transform: (html, entry) => transformed(index, html, entry) })
      })
      registered.searchSources.forEach((source, index) => {
        clientHost.searchSource({
          ...source,
          search: (words, options) => searched(index, words, options.signal),
        })
      })
      registerFormats(clientHost, registered, { invoked, reach })
      registerFeedSources(clientHost, manifest.id, registered.feedSources, invoked)
      for (const theme of registered.themes) clientHost.theme(theme as PluginTheme)
      sendStores(clientHost)
    },
  }

  /** A part whose picture and handlers are the worker's. */
  function createPart(at: number, events: readonly string[]): PluginTree {
    const $tree = createStore<PluginNode | null>(null, { serialize: 'ignore' }).on(
      treeChanged,
      (before, { index, tree }) => (index === at ? tree : before),
    )
    const handlers = events.map((name) => {
      const call = (value: FieldValue) => send({ type: 'event', index: at, name, value })
      return [name, call] as const
    })
    return { $tree, on: Object.fromEntries(handlers) }
  }

  async function runCommand(command: string, context: CommandContext): Promise<PluginMessage | undefined> {
    const { id, promise } = runs.open()
    mayOpen.add(id)
    send({ type: 'run', id, command, context: contextFor(manifest, context) })
    try {
      return await promise
    } finally {
      mayOpen.delete(id)
    }
  }

  async function transformed(index: number, html: string, entry: EntryHead): Promise<string> {
    const { id, promise } = transforms.open()
    reach.received([html, entry])
    send({ type: 'transform', id, index, html, entry })
    return reach.html((await promise) ?? html, html)
  }

  /** The results are what the worker says they are: the host checks them. */
  async function searched(index: number, words: string, search: AbortSignal): Promise<never> {
    const { id, promise } = searches.open()
    const abort = () => {
      if (!ended) send({ type: 'searchEnded', id })
      searches.reject(id, search.reason)
    }
    search.addEventListener('abort', abort)
    send({ type: 'search', id, index, words })
    try {
      return (await promise) as never
    } finally {
      search.removeEventListener('abort', abort)
    }
  }

  async function invoked(invocation: Invocation): Promise<unknown> {
    const { id, promise } = invocations.open()
    const timer = setTimeout(() => invocations.reject(id, callFailed()), INVOCATION_LIMIT_MS)
    send({ type: 'invoke', id, ...invocation })
    try {
      return await promise
    } finally {
      clearTimeout(timer)
    }
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
    const sendFx = attach({
      source: $settings,
      effect: (_, message: ToPlugin) => {
        if (message.type === 'store' && message.name === 'settings')
          reach.settingsChanged(message.value as Readonly<Record<string, unknown>>)
        else if (message.type === 'store') reach.received(message.value)
        if (!ended) send(message)
      },
    })
    for (const [name, $store] of Object.entries(stores))
      sample({
        clock: [$store, started],
        source: $store,
        fn: (value): ToPlugin => ({ type: 'store', name, value }),
        target: sendFx,
      })
    sample({ clock: started, fn: (): ToPlugin => ({ type: 'started' }), target: sendFx })
  }
}

const contextFor = ({ permissions }: Manifest, context: CommandContext): CommandContext =>
  permissions.includes('entries:read')
    ? context
    : { ...context, entry: null, entries: [], selection: '', args: {} }

const refusalOf = ({
  key,
  values,
  reason,
}: {
  key: string
  values?: PluginRefusal['text']['values'] | undefined
  reason?: string | undefined
}) => new PluginRefusal(key, values, reason)

type Failure = {
  readonly text?: Parameters<typeof refusalOf>[0] | undefined
  readonly message?: string | undefined
}
const failureOf = ({ text, message }: Failure): Error => (text ? refusalOf(text) : new Error(message))
const callFailed = () => new PluginRefusal('app:plugin.callFailed')
