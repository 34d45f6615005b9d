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
import { contentTransformsChanged, listColumnsChanged } from '../../features/registry.ts'
import { textCopied } from '../../model/browser-actions/index.ts'
import { translationsProvided } from '../../model/entries/index.ts'
import { $services, type Services } from '../../model/services.ts'
import { $configs, configsRequested } from '../../model/session/index.ts'
import { settingChanged, type SettingChange } from '../../model/settings/index.ts'
import type { ClientHalf, ClientHost } from '../../plugin-api/client.ts'
import {
  CHANGE_ENTRIES,
  commandCall,
  MARK_ENTRIES,
  type CallCommand,
  type Manifest,
  type Permission,
} from '../../plugin-api/manifest.ts'
import type { Run, Trigger } from './app-scope.ts'
import { createAccess } from './capabilities/access.ts'
import { createContentOf } from './capabilities/entry-contents.ts'
import { refused } from './capabilities/permitted-calls.ts'
import { pluginActivity } from './capabilities/plugin-activity.ts'
import { createPluginPlayer } from './capabilities/plugin-player.ts'
import { pluginReader } from './capabilities/plugin-reader.ts'
import { createPluginStorage } from './capabilities/plugin-storage.ts'
import { createSendWire } from './capabilities/send-wire.ts'
import { settingsForPlugin } from './capabilities/settings-for-plugin.ts'
import { createStoredEntries } from './capabilities/stored-entries.ts'
import type { PluginSource } from './catalogue.ts'
import { createFeedExports } from './contributions/plugin-formats.ts'
import { checkedRows } from './checked-rows.ts'
import { createPluginBase, type PluginBase } from './plugin-base.ts'

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
  readonly api: Pick<Api, 'plugins' | 'status' | 'entries' | 'subscriptions' | 'added'>
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
  let isWaiting = true
  // Whoever waits for its code goes on; where it has stopped, with nothing of it.
  const goOn = () => {
    isWaiting = false
    activated.resolve()
  }
  const stop = () => {
    // Emptied: Effector's scope has the stores of a cleared region for ever, and their functions may lead here.
    for (const undo of undos.splice(0).toReversed()) undo()
    clearNode(region)
    abort.abort()
    goOn()
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
      if (isWaiting) parts.requested()
      return activated.promise
    }
    const plugin = createPluginBase(parts, undos, { isWaiting: () => isWaiting, used })
    // Not before its units have heard of it: they may bind what its functions need.
    plugin.started.watch(goOn)
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
  { adders: { command }, call }: PluginBase,
  { id, title, keywords, call: name }: CallCommand,
) {
  const run = call({ ...commandCall, name })
  command({ id, title, ...(keywords && { keywords }), run: async () => (await run({})) ?? undefined })
}

/** A plugin in a worker hears of its settings first. */
type Changed = { readonly plugin: string; readonly hasTransforms: boolean }
const afterSettingsFx = createEffect(async (_: Changed) => {})
sample({
  clock: afterSettingsFx.done,
  filter: ({ params }) => params.hasTransforms,
  fn: () => {},
  target: contentTransformsChanged,
})
sample({
  clock: afterSettingsFx.done,
  fn: ({ params: { plugin } }) => ({ plugin }),
  target: listColumnsChanged,
})

type Download = { readonly name: string; readonly bytes: Uint8Array }
const downloadFx = attach({
  source: $services,
  effect: ({ platform }, { name, bytes }: Download) => platform.download(name, new Uint8Array(bytes)),
})

/** What the code of a plugin is given. */
function createHost(
  { source: pluginSource, manifest, api, local, build, trigger, run }: StartParts,
  { adders, call, started, notified, failed, isPermitted, hasTransforms, declaredPlayer }: PluginBase,
  undos: (() => void)[],
  environment: PluginCode['environment'],
): ClientHost {
  const { id } = manifest
  const $settings = settingsForPlugin(manifest)
  // An entry that is open, and the list, are shown as the new settings have it.
  const $otherSettings = $settings.map((settings) =>
    JSON.stringify({ ...settings, [manifest.enabledBy]: true }),
  )
  sample({
    clock: $otherSettings.updates,
    fn: () => ({ plugin: id, hasTransforms: hasTransforms() }),
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
    model: { $isAvailable: $configs.map((configs) => (configs ? configs.AI_ENABLED === true : null)) },
    texts: permitted('texts', {
      summaries: (ids, language) => local.call('summaries.get', { ids, language }),
      putSummary: (text) => local.call('summaries.put', text),
      translations: (ids, language) => local.call('translations.get', { ids, language }),
      putTranslations: (texts) => local.call('translations.put', texts),
    }),
    storage: permitted('storage', createPluginStorage(id, local, originOf(pluginSource))),
    feeds: permitted('feeds:export', createFeedExports(api)),
    wire: createSendWire(api.added, trigger, isPermitted('wire')),
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
