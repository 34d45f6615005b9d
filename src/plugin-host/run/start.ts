/**
 * Starts one plugin's browser half and collects what it registers, so that all of it can be unregistered at once. Where its
 * manifest declares what it adds, that is all until one of it is used, which runs its code.
 */
import {
  attach,
  clearNode,
  createEffect,
  createEvent,
  createNode,
  sample,
  withRegion,
  type EventCallable,
} from 'effector'
import type { Api } from '../../api/index.ts'
import type { Command } from '../../core/index.ts'
import type { Feature, StyleSheet } from '../../features/feature.ts'
import { contentTransformsChanged } from '../../features/registry.ts'
import { errorNotified, infoNotified } from '../../model/app/index.ts'
import { textCopied } from '../../model/browser-actions/index.ts'
import { translationsProvided } from '../../model/entries/index.ts'
import { $services, type Services } from '../../model/services.ts'
import { $configs, configsRequested } from '../../model/session/index.ts'
import { settingChanged, type SettingChange } from '../../model/settings/index.ts'
import {
  type ClientHalf,
  type ClientHost,
  type Contributions,
  PluginRefusal,
  type PluginMessage,
} from '../../plugin-api/client.ts'
import type { Contributes } from '../../plugin-api/contributes.ts'
import {
  CHANGE_ENTRIES,
  commandCall,
  MARK_ENTRIES,
  type CallCommand,
  type Manifest,
  type Permission,
  type PluginCall,
  type PluginResponse,
} from '../../plugin-api/manifest.ts'
import { reportServerHalf } from '../installed/report-server-half.ts'
import type { Run, Trigger } from './app-scope.ts'
import { createAccess } from './capabilities/access.ts'
import { createContentOf } from './capabilities/entry-contents.ts'
import { declaredOutput, type DeclaredOutput } from './capabilities/declared-output.ts'
import { createLanguageModel } from './capabilities/language-model.ts'
import { refused } from './capabilities/permitted-calls.ts'
import { pluginActivity } from './capabilities/plugin-activity.ts'
import { createPluginPlayer, provideOutput } from './capabilities/plugin-player.ts'
import { pluginReader } from './capabilities/plugin-reader.ts'
import { createPluginStorage } from './capabilities/plugin-storage.ts'
import { createPower } from './capabilities/power.ts'
import { createRsshub } from './capabilities/rsshub.ts'
import { settingsForPlugin } from './capabilities/settings-for-plugin.ts'
import { createStoredEntries } from './capabilities/stored-entries.ts'
import type { PluginSource } from './catalogue.ts'
import { contributions } from './contributions/contributions.ts'
import type { Declaration } from './contributions/declaration.ts'
import type { AnyKind, Contributor, Landings } from './contributions/kind.ts'
import { createCommands } from './contributions/plugin-command.ts'
import { createFeedExports } from './contributions/plugin-formats.ts'
import { notificationOf, refusalNotificationOf } from './contributions/plugin-message.ts'
import { checkedRows } from './checked-rows.ts'
import { isUnreachable } from './is-unreachable.ts'

export type Running = {
  readonly id: string
  /** What it was started from. */
  readonly source: PluginSource
  readonly manifest: Manifest
  readonly commands: readonly Command[]
  /** Its contributions other than commands. */
  readonly feature: Feature
  /** What its code adds to those that its manifest declares; null: nothing. */
  readonly more: Feature | null
  /** Its code runs. */
  readonly isActive: boolean
  /** @returns the plugin with what its code adds. @throws what the code throws, and where the plugin has stopped */
  readonly activate: (code: PluginCode) => Running
  /** Aborted when it stops. */
  readonly signal: AbortSignal
  /** What it registered is in place. */
  readonly started: EventCallable<void>
  /** Removes the plugin's units and runs its onStop callbacks. */
  readonly stop: () => void
}

/** The code of a browser half, and what it is started with. */
export type PluginCode = {
  readonly client: ClientHalf | null
  /** The values of the manifest's environment. */
  readonly environment: Readonly<Record<string, string>>
}

export type StartParts = {
  readonly source: PluginSource
  readonly manifest: Manifest
  /** null: it is loaded at the first use. */
  readonly code: PluginCode | null
  /** Something that the manifest declares is used: the code is to be loaded, and given to `activate`. */
  readonly requested: () => void
  /** Of the manifest, checked. */
  readonly styleSheets: readonly StyleSheet[]
  readonly api: Pick<
    Api,
    | 'plugins'
    | 'ai'
    | 'wallets'
    | 'boosts'
    | 'achievement'
    | 'status'
    | 'entries'
    | 'subscriptions'
    | 'rsshub'
    | 'discover'
  >
  readonly local: Services['local']
  /** The address of the reader's script. */
  readonly build: string
  /** Triggered when the plugin throws anything but a PluginRefusal. */
  readonly broke: EventCallable<{ id: string; error: unknown }>
  readonly trigger: Trigger
  readonly run: Run
}

/** @throws what the plugin throws while starting; what it registered until then is removed */
export function startPlugin(parts: StartParts): Running {
  const { source, manifest, code, styleSheets } = parts
  const { id, commands: declared = [] } = manifest
  const region = createNode()
  const undos: (() => void)[] = []
  const abort = new AbortController()
  const activated = Promise.withResolvers<void>()
  const stop = () => {
    // Emptied: Effector's scope has the stores of a cleared region for ever, and their functions may lead here.
    for (const undo of undos.splice(0).toReversed()) undo()
    clearNode(region)
    abort.abort()
    // Whoever waits for its code has nothing of it.
    activated.resolve()
  }
  const inRegion = <T>(work: () => T): T => {
    try {
      return withRegion(region, work)
    } catch (error) {
      stop()
      throw error
    }
  }
  return inRegion(() => {
    const used = () => {
      parts.requested()
      return activated.promise
    }
    const plugin = createPlugin(parts, undos, used)
    // Not before its units have heard of it: they may bind what its functions need.
    plugin.started.watch(() => activated.resolve())
    const runCode = ({ client, environment }: PluginCode) =>
      client?.start(createHost(parts, plugin, undos, environment))
    for (const one of declared) registerDeclared(plugin, one)
    plugin.declare(source.installed ? checkedRows(manifest) : (manifest.contributes ?? {}))
    if (code) runCode(code)
    const { commands, feature } = plugin.taken()
    const resting = {
      id,
      source,
      manifest,
      commands,
      feature: { ...feature, id, styleSheets },
      more: null,
      signal: abort.signal,
      stop,
    }
    return {
      ...resting,
      isActive: code !== null,
      started: code ? plugin.started : plugin.placed,
      activate: (loaded) =>
        inRegion(() => {
          if (abort.signal.aborted) throw new Error('The plugin was stopped')
          runCode(loaded)
          const added = plugin.taken()
          const isMore = Object.keys(added.feature).length > 0
          const running: Running = {
            ...resting,
            commands: [...commands, ...added.commands],
            more: isMore ? { ...added.feature, id } : null,
            isActive: true,
            started: plugin.started,
            activate: () => running,
          }
          return running
        }),
    }
  })
}

/** A command of the manifest calls the server half, and shows the message that this returns. */
function registerDeclared(
  { adders: { command }, call }: Plugin,
  { id, title, keywords, call: name }: CallCommand,
) {
  const run = call({ ...commandCall, name })
  command({ id, title, ...(keywords && { keywords }), run: async () => (await run({})) ?? undefined })
}

/** What a plugin has registered so far. */
type Registered = { [Landing in keyof Landings]?: Landings[Landing][number][] }

/** A row of the manifest, and what the code gives for it. */
type Slot = { readonly key: unknown; readonly returns: unknown; readonly give: (given: unknown) => void }

/** By what a contribution is found; by its place where it has no name. */
function keyOf(given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given
  const { id, path, command, title } = given as Readonly<Record<string, unknown>>
  return id ?? path ?? command ?? title
}

type Plugin = ReturnType<typeof createPlugin>

/** What a plugin has while its code waits: its messages and its contributions. @param used runs its code, and waits for it */
function createPlugin(
  { manifest, api, broke, trigger }: StartParts,
  undos: (() => void)[],
  used: () => Promise<void>,
) {
  const { id } = manifest
  let registered: Registered = {}
  let taken: Registered = {}
  let player: DeclaredOutput | null = null
  const slots = new Map<string, Slot[]>()
  undos.push(() => {
    registered = {}
    taken = {}
    slots.clear()
  })
  const started = createEvent()
  const placed = createEvent()
  sample({ clock: started, target: placed })
  const notified = createEvent<PluginMessage>()
  const failed = createEvent<unknown>()
  sample({
    clock: notified,
    fn: (message) => notificationOf(manifest, message),
    target: infoNotified,
  })
  sample({
    clock: failed.filterMap((error) => (error instanceof PluginRefusal ? error.text : undefined)),
    fn: (text) => refusalNotificationOf(manifest, text),
    target: errorNotified,
  })
  sample({
    clock: failed,
    filter: (error) => !(error instanceof PluginRefusal),
    fn: (error) => ({ id, error }),
    target: broke,
  })
  /** An error of a component, which React reports outside of the scope. */
  const partFailed = (error: unknown) => trigger(broke, { id, error })

  const isPermitted = (permission: Permission) => manifest.permissions.includes(permission)
  const contributor: Contributor = {
    manifest,
    started: placed,
    failed,
    broke: partFailed,
    trigger,
    onStop: (undo) => void undos.push(undo),
    commandOf: createCommands({ manifest, notified, failed }),
    countIn: (landing) => registered[landing]?.length ?? 0,
  }
  const kinds = Object.entries<AnyKind>(contributions)
  /** @returns what the plugin has back */
  const land = ({ add }: AnyKind, given: unknown): unknown => {
    const { returns, ...lands } = add(given as never, contributor)
    for (const [landing, items] of Object.entries(lands))
      registered = { ...registered, [landing]: [...(registered[landing as keyof Landings] ?? []), ...items] }
    return returns
  }
  const isAllowed = ({ permission }: AnyKind) => !permission || isPermitted(permission)
  /** The host's function for a kind. What the manifest has declared is there already, and is given its functions. */
  const adderOf = (name: string, kind: AnyKind) => (given: unknown) => {
    if (!isAllowed(kind)) return undefined
    const waiting = slots.get(name) ?? []
    const slot = waiting.find(({ key }) => key === keyOf(given))
    if (!slot) return land(kind, given)
    waiting.splice(waiting.indexOf(slot), 1)
    slot.give(given)
    return slot.returns
  }
  const slotOf = (kind: AnyKind, row: unknown): Slot => {
    let input: unknown = null
    const uses: ((given: never) => void)[] = []
    const declaration: Declaration<never> = {
      async given() {
        await used()
        return input as never
      },
      whenGiven: (use) => void uses.push(use),
    }
    const stands = kind.declared ? kind.declared(row as never, declaration, contributor) : row
    return {
      key: keyOf(row),
      returns: land(kind, stands),
      give(given) {
        input = given
        for (const use of uses) use(given as never)
      },
    }
  }
  const send = async (pluginCall: PluginCall, input: unknown): Promise<PluginResponse> => {
    const { data } = await api.plugins
      .call({ plugin: id, call: pluginCall.name, input })
      .catch((error: unknown) => {
        throw isUnreachable(error) ? new PluginRefusal('app:plugin.offline') : error
      })
    return data as PluginResponse
  }
  const call: ClientHost['call'] = (pluginCall) => async (input) => {
    const response = await send(pluginCall, input)
    reportServerHalf(id, response, trigger)
    return pluginCall.output.parse(outputOf(response))
  }
  return {
    adders: Object.fromEntries(
      kinds.map(([name, kind]) => [name, adderOf(name, kind)]),
    ) as unknown as Contributions,
    call,
    started,
    placed,
    notified,
    failed,
    isPermitted,
    /** What plays its tracks until the code does; null: nothing. */
    declaredPlayer: () => player,
    hasTransforms: () => (registered.contentTransforms ?? []).length > 0,
    /** Adds what the manifest declares. */
    declare(rows: Contributes) {
      if (manifest.activation?.includes('player')) {
        player = declaredOutput(used)
        provideOutput(id, player.output, trigger, undos)
      }
      for (const [name, kind] of kinds)
        if (isAllowed(kind))
          slots.set(
            name,
            ((rows as Readonly<Record<string, readonly unknown[]>>)[name] ?? []).map((row) =>
              slotOf(kind, row),
            ),
          )
    },
    /** What was registered since the last time. */
    taken() {
      const { commands = [], ...contributed } = Object.fromEntries(
        Object.entries(registered).flatMap(([landing, items]) => {
          const before = taken[landing as keyof Landings]?.length ?? 0
          return items.length > before ? [[landing, items.slice(before)]] : []
        }),
      ) as Registered
      taken = registered
      return { commands, feature: contributed as Omit<Feature, 'id'> }
    },
  }
}

/** A plugin in a worker hears of its settings first. */
const afterSettingsFx = createEffect(async () => {})
sample({ clock: afterSettingsFx.done, fn: () => {}, target: contentTransformsChanged })

type Download = { readonly name: string; readonly bytes: Uint8Array }
const downloadFx = attach({
  source: $services,
  effect: ({ platform }, { name, bytes }: Download) => platform.download(name, new Uint8Array(bytes)),
})

/** What the code of a plugin is given. */
function createHost(
  { source: pluginSource, manifest, api, local, build, trigger, run }: StartParts,
  { adders, call, started, notified, failed, isPermitted, hasTransforms, declaredPlayer }: Plugin,
  undos: (() => void)[],
  environment: PluginCode['environment'],
): ClientHost {
  const { id } = manifest
  const $settings = settingsForPlugin(manifest)
  // An entry that is open is shown as the new settings have it.
  const $otherSettings = $settings.map((settings) =>
    JSON.stringify({ ...settings, [manifest.enabledBy]: true }),
  )
  sample({
    clock: $otherSettings.updates,
    filter: hasTransforms,
    fn: () => {},
    target: afterSettingsFx,
  })
  const downloadRequested = createEvent<Download>()
  sample({ clock: downloadRequested, target: downloadFx })
  const readerSettingChanged = createEvent<{ readonly name: string; readonly value: unknown }>()
  sample({
    clock: readerSettingChanged.filter({ fn: ({ name }) => name in (manifest.readerSettings?.shape ?? {}) }),
    fn: ({ name, value }) =>
      ({ tab: 'general', key: name, value, label: `${id}:settings.${name}` }) as SettingChange,
    target: settingChanged,
  })
  const permitted = <T extends object>(permission: Permission, functions: T): T =>
    isPermitted(permission) ? functions : forbidden(functions)
  if (isPermitted('model'))
    sample({
      clock: started,
      source: $configs,
      filter: (configs) => configs === null,
      fn: () => {},
      target: configsRequested,
    })
  const access = createAccess({ id, api, trigger, run })
  return {
    ...adders,
    entries: permitted('entries:read', access).entries,
    markRead: permitted(MARK_ENTRIES, access).markRead,
    changeEntries: permitted(CHANGE_ENTRIES, access).changeEntries,
    fetch: access.fetch,
    translations($translations) {
      sample({
        clock: [$translations, started],
        source: $translations,
        fn: (translations) => ({ source: id, translations }),
        target: translationsProvided,
      })
      undos.push(() => trigger(translationsProvided, { source: id, translations: null }))
    },
    contentBlocks: async (html) =>
      (await import('../../features/entry/content-blocks.ts')).contentBlocks(html),
    contentOf: isPermitted('entries:read') ? createContentOf(trigger) : refused,
    ...permitted('entries:read', createStoredEntries(trigger, local)),
    model: permitted('model', createLanguageModel(api.ai)),
    texts: permitted('texts', {
      summaries: (ids, language) => local.call('summaries.get', { ids, language }),
      putSummary: (text) => local.call('summaries.put', text),
      translations: (ids, language) => local.call('translations.get', { ids, language }),
      putTranslations: (texts) => local.call('translations.put', texts),
    }),
    storage: permitted('storage', createPluginStorage(id, local, originOf(pluginSource))),
    feeds: permitted('feeds:export', createFeedExports(api)),
    power: createPower(api, trigger, isPermitted('power')),
    rsshub: createRsshub(api, trigger, isPermitted('rsshub')),
    reader: pluginReader,
    player: createPluginPlayer(id, trigger, undos, declaredPlayer()),
    $settings,
    readerSettingChanged,
    environment,
    activity: pluginActivity(isPermitted('activity'), LECTERN_VERSION, build, started),
    started,
    notified,
    textCopied,
    downloadRequested,
    failed,
    call,
    onStop: (undo) => void undos.push(undo),
  }
}

const originOf = ({ installed }: PluginSource): string | null =>
  installed ? (installed.address ?? installed.hash) : null

/** The same functions, each refusing: the manifest does not name their permission. */
const forbidden = <T extends object>(functions: T): T =>
  Object.fromEntries(
    Object.entries(functions).map(([name, value]) => [name, typeof value === 'function' ? refused : value]),
  ) as T

function outputOf(response: PluginResponse): unknown {
  if (!response.ok) throw new PluginRefusal(response.words.key, response.words.values)
  return response.output
}
