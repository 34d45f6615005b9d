/** The plugin's side of the messages: the API of the browser half for a plugin in a worker. */
import { createEvent, createStore, type EventCallable } from 'effector'
import { createPendingCalls } from '../../../core/pending-calls.ts'
import type {
  PluginCommand,
  PluginContentTransform,
  PluginExportFormat,
  PluginFeedFinder,
  PluginImportFormat,
  PluginSearchSource,
  PluginTheme,
  PluginToolbarItem,
  PluginTree,
  SandboxClientHost,
  SandboxHost,
} from '../../../plugin-api/client.ts'
import type { ClientLectern } from '../../../plugin-api/sandbox.ts'
import { MAX_STACK_LINES } from '../stack-lines.ts'
import { bytesOf, textOf } from '../base64.ts'
import type { CommandData, FromPlugin, Invocation, ToPlugin, TreeData } from '../messages.ts'

type Port = {
  postMessage(text: string): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
}

type Unnamed<T> = T extends unknown ? Omit<T, 'events'> : never
type TreeRecord = Unnamed<TreeData>

/** Names of the stores that the host fills. */
const STORES = ['settings', 'open', 'listed', 'view', 'language'] as const

/** A part of data, as the host knows it, and the plugin's own side of it. */
type Tree = { readonly data: TreeData; readonly part: PluginTree }

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
  const send = (message: FromPlugin) => port.postMessage(JSON.stringify(message))
  let client: Parameters<ClientLectern['start']>[0] | null = null
  const storeSet = createEvent<{ name: string; value: unknown }>()
  const commands: PluginCommand[] = []
  const items: PluginToolbarItem[] = []
  const trees: Tree[] = []
  const transforms: PluginContentTransform[] = []
  const searchSources: PluginSearchSource[] = []
  const themes: PluginTheme[] = []
  const importFormats: PluginImportFormat[] = []
  const exportFormats: PluginExportFormat[] = []
  const feedSources: PluginFeedFinder[] = []
  let saving: { readonly needs?: string } | null = null
  /** Searches that the host waits for. */
  const searches = new Map<number, AbortController>()
  const calls = createPendingCalls<unknown>()
  const started = createEvent()
  const failed = createEvent<unknown>()
  failed.watch((error) => {
    const text = refusalIn(error)
    send({ type: 'failed', ...(text ? { text } : thrown(error)) })
  })
  const call = (name: string, input: unknown): Promise<unknown> => {
    const { id, promise } = calls.open()
    send({ type: 'call', id, name, input })
    return promise
  }

  const register = (data: TreeRecord, part: object): EventCallable<void> => {
    if (!('$tree' in part)) unavailable('components')
    const { on = {} } = part as PluginTree
    const opened = createEvent()
    const index = trees.push({ data: { ...data, events: Object.keys(on) }, part: part as PluginTree }) - 1
    opened.watch(() => send({ type: 'open', index }))
    return opened
  }

  const createHost = (initial: Readonly<Record<string, unknown>>): SandboxClientHost => {
    const filled = Object.fromEntries(
      STORES.map((name) => [
        name,
        createStore<unknown>(initial[name] ?? null, { serialize: 'ignore' }).on(storeSet, (before, set) =>
          set.name === name ? set.value : before,
        ),
      ]),
    )
    const sandbox: SandboxHost = {
      fetch: (url, request) => call('fetch', { url, ...request }) as ReturnType<SandboxHost['fetch']>,
      entries: (query, limit) => call('entries', { query, limit }) as ReturnType<SandboxHost['entries']>,
      changeEntries: async (ids, change) => Number(await call('changeEntries', { ids, change })),
      markRead: async (ids, read) => void (await call('markRead', { ids, read })),
    }
    const host: SandboxClientHost = {
      ...sandbox,
      command: (command) => void commands.push(command),
      toolbarItem: (item) => void items.push(item),
      saves: (options = {}) => void (saving = options),
      contentTransform: (transform) => void transforms.push(transform),
      searchSource: (source) => void searchSources.push(source),
      theme: (theme) => void themes.push(theme),
      importFormat: (format) => void importFormats.push(format),
      exportFormat: (format) => void exportFormats.push(format),
      feedSource: (source) => {
        if (!('find' in source)) unavailable('components')
        feedSources.push(source)
      },
      feeds: {
        asOpml: (nesting, options) => call('feeds.asOpml', { nesting, ...options }) as Promise<string>,
      },
      entryPanel: (panel) => void register({ kind: 'panel' }, panel),
      screen: ({ path, title, intro, ...part }) =>
        register({ kind: 'screen', path, title, ...(intro && { intro }) }, part),
      dialog: ({ id, title, ...part }) => register({ kind: 'dialog', id, title }, part),
      storage: {
        read: () => call('storage.read', {}),
        write: async (value) => void (await call('storage.write', { value: value ?? null })),
      },
      contentOf: (entryId) => call('contentOf', { entryId }) as Promise<string | null>,
      call:
        ({ name, output }) =>
        async (input) =>
          output.parse(await call('server', { name, input })),
      $settings: filled['settings'] as SandboxClientHost['$settings'],
      reader: {
        $open: filled['open'],
        $listed: filled['listed'],
        $view: filled['view'],
        $language: filled['language'],
      } as SandboxClientHost['reader'],
      started,
      failed,
      // The worker ends as a whole.
      onStop: () => {},
    }
    return Object.assign(host, refusing)
  }

  const begin = (initial: Readonly<Record<string, unknown>>) => {
    try {
      if (!client) throw new Error('The plugin does not call lectern.start')
      client.start(createHost(initial))
    } catch (error) {
      send({ type: 'failed', ...thrown(error) })
      return
    }
    send({
      type: 'registered',
      commands: commands.map(({ run: _, ...data }) => data as CommandData),
      toolbarItems: items.map(({ $state, ...item }) => ({ ...item, hasState: $state !== undefined })),
      trees: trees.map(({ data }) => data),
      transforms: transforms.map(({ title }) => title),
      searchSources: searchSources.map(({ id, title }) => ({ id, title })),
      saves: saving,
      themes,
      importFormats: importFormats.map(({ id, hint, extensions, mediaTypes, maxBytes }) => ({
        id,
        hint,
        extensions: [...extensions],
        mediaTypes: [...mediaTypes],
        ...(maxBytes !== undefined && { maxBytes }),
      })),
      exportFormats: exportFormats.map(({ id, title, hint, ways }) => ({
        id,
        title,
        ...(hint !== undefined && { hint }),
        ways: [...ways],
      })),
      feedSources: feedSources.map(({ id, title, hasLanguage = false, inCategories = false }) => ({
        id,
        title,
        hasLanguage,
        inCategories,
      })),
    })
  }

  /** From now on the host hears what the parts show: before, it did not listen. */
  const show = () => {
    items.forEach(({ $state }, index) =>
      $state?.watch((state) => send({ type: 'toolbarState', index, state })),
    )
    trees.forEach(({ part }, index) => part.$tree.watch((tree) => send({ type: 'tree', index, tree })))
  }

  const handle = async ({ index, name, value }: ToPlugin & { readonly type: 'event' }) => {
    try {
      await trees[index]?.part.on?.[name]?.(value)
    } catch (error) {
      failed(error)
    }
  }

  const run = async ({ id, command, context }: ToPlugin & { readonly type: 'run' }) => {
    try {
      const message = await commands
        .find((one) => one.id === command)
        ?.run(context as Parameters<PluginCommand['run']>[0])
      send({ type: 'returned', id, ...(message ? { message } : {}) } as FromPlugin)
    } catch (error) {
      const text = refusalIn(error)
      send(text ? { type: 'refused', id, text } : { type: 'threw', id, ...thrown(error) })
    }
  }

  const transform = async ({ id, index, html, entry }: ToPlugin & { readonly type: 'transform' }) => {
    try {
      const one = transforms[index]
      const head = entry as Parameters<PluginContentTransform['transform']>[1]
      const applies = one !== undefined && one.applies?.(head) !== false
      send({ type: 'transformed', id, html: applies ? await one.transform(html, head) : null })
    } catch (error) {
      send({ type: 'transformFailed', id, message: thrown(error).message })
    }
  }

  const search = async ({ id, index, words }: ToPlugin & { readonly type: 'search' }) => {
    const abort = new AbortController()
    searches.set(id, abort)
    try {
      const results = await searchSources[index]?.search(words, { signal: abort.signal })
      send({ type: 'found', id, results: results ?? [] })
    } catch (error) {
      const text = refusalIn(error)
      send({ type: 'searchFailed', id, ...(text ? { text } : { message: thrown(error).message }) })
    } finally {
      searches.delete(id)
    }
  }

  const outputOf = async ({ name, index, input }: Invocation): Promise<unknown> => {
    if (name === 'find') return feedSources[index]?.find(input)
    if (name === 'write') return exportFormats[index]?.write(input)
    if (name === 'matches') return importFormats[index]?.matches(input)
    const content = await importFormats[index]?.read(bytesOf(input))
    if (content instanceof Uint8Array) return { opml: textOf(content), entries: [], unread: [] }
    return content && { ...content, opml: content.opml && textOf(content.opml) }
  }
  const invoke = async ({ id, ...invocation }: ToPlugin & { readonly type: 'invoke' }) => {
    try {
      send({ type: 'invoked', id, output: (await outputOf(invocation)) ?? null })
    } catch (error) {
      const text = refusalIn(error)
      send({ type: 'invokeFailed', id, ...(text ? { text } : { message: thrown(error).message }) })
    }
  }

  port.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as ToPlugin
    if (message.type === 'ping') send({ type: 'pong' })
    else if (message.type === 'start') begin(message.stores)
    else if (message.type === 'started') {
      started()
      show()
    } else if (message.type === 'event') void handle(message)
    else if (message.type === 'run') void run(message)
    else if (message.type === 'transform') void transform(message)
    else if (message.type === 'search') void search(message)
    else if (message.type === 'searchEnded') searches.get(message.id)?.abort()
    else if (message.type === 'invoke') void invoke(message)
    else if (message.type === 'store') storeSet(message)
    else if (message.type === 'answer') calls.resolve(message.id, message.output)
    else calls.reject(message.id, Object.assign(new Error(message.text.key), { text: message.text }))
  })
  return (half) => {
    client = half
  }
}

/** By its shape: the plugin's bundle has a class of its own. */
function refusalIn(error: unknown) {
  const text = (error as { text?: { key?: unknown } } | null)?.text
  return typeof text?.key === 'string' ? (text as { key: string }) : null
}

/** Its message, and the lines of the script on its stack, the innermost first. */
function thrown(error: unknown): { message: string; lines: number[] } {
  if (!(error instanceof Error)) return { message: String(error).slice(0, 1000), lines: [] }
  const frames = [...(error.stack ?? '').matchAll(/blob:[^\s)]*?:(\d+):\d+/g)]
  return {
    message: error.message.slice(0, 1000),
    lines: frames.slice(0, MAX_STACK_LINES).map(([, line]) => Number(line)),
  }
}
