/** Starts one plugin's browser half and collects what it registers, so that all of it can be unregistered at once. */
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
import { createLanguageModel } from './capabilities/language-model.ts'
import { refused } from './capabilities/permitted-calls.ts'
import { pluginActivity } from './capabilities/plugin-activity.ts'
import { createPluginPlayer } from './capabilities/plugin-player.ts'
import { pluginReader } from './capabilities/plugin-reader.ts'
import { createPluginStorage } from './capabilities/plugin-storage.ts'
import { createPower } from './capabilities/power.ts'
import { createRsshub } from './capabilities/rsshub.ts'
import { settingsForPlugin } from './capabilities/settings-for-plugin.ts'
import { createStoredEntries } from './capabilities/stored-entries.ts'
import type { PluginSource } from './catalogue.ts'
import { contributions } from './contributions/contributions.ts'
import type { BuiltInKind, Contributor, Landings } from './contributions/kind.ts'
import { createCommands } from './contributions/plugin-command.ts'
import { createFeedExports } from './contributions/plugin-formats.ts'
import { notificationOf, refusalNotificationOf } from './contributions/plugin-message.ts'
import { isUnreachable } from './is-unreachable.ts'

export type Running = {
  readonly id: string
  /** What it was started from. */
  readonly source: PluginSource
  readonly commands: readonly Command[]
  /** Its contributions other than commands. */
  readonly feature: Feature
  /** What it registered is in place. */
  readonly started: EventCallable<void>
  /** Removes the plugin's units and runs its onStop callbacks. */
  readonly stop: () => void
}

export type StartParts = {
  readonly source: PluginSource
  readonly manifest: Manifest
  readonly client: ClientHalf | null
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
  /** The values of the manifest's environment. */
  readonly environment: Readonly<Record<string, string>>
  /** The address of the reader's script. */
  readonly build: string
  /** Triggered when the plugin throws anything but a PluginRefusal. */
  readonly broke: EventCallable<{ id: string; error: unknown }>
  readonly trigger: Trigger
  readonly run: Run
}

/** @throws what the plugin throws while starting; what it registered until then is removed */
export function startPlugin(parts: StartParts): Running {
  const { source, manifest, client, styleSheets } = parts
  const region = createNode()
  const undos: (() => void)[] = []
  const stop = () => {
    // Emptied: Effector's scope has the stores of a cleared region for ever, and their functions may lead here.
    for (const undo of undos.splice(0).toReversed()) undo()
    clearNode(region)
  }
  try {
    return withRegion(region, () => {
      const { host, registeredSoFar, started } = createHost(parts, undos)
      const { id, commands: declared = [] } = manifest
      for (const one of declared) registerDeclared(host, one)
      client?.start(host)
      const { commands = [], ...contributed } = registeredSoFar()
      return { id, source, commands, feature: { id, ...contributed, styleSheets }, started, stop }
    })
  } catch (error) {
    stop()
    throw error
  }
}

/** A command of the manifest calls the server half, and shows the message that this returns. */
function registerDeclared({ command, call }: ClientHost, { id, title, keywords, call: name }: CallCommand) {
  const run = call({ ...commandCall, name })
  command({ id, title, ...(keywords && { keywords }), run: async () => (await run({})) ?? undefined })
}

/** What a plugin has registered so far. */
type Registered = { [Landing in keyof Landings]?: Landings[Landing][number][] }

/** A plugin in a worker hears of its settings first. */
const afterSettingsFx = createEffect(async () => {})
sample({ clock: afterSettingsFx.done, fn: () => {}, target: contentTransformsChanged })

type Download = { readonly name: string; readonly bytes: Uint8Array }
const downloadFx = attach({
  source: $services,
  effect: ({ platform }, { name, bytes }: Download) => platform.download(name, new Uint8Array(bytes)),
})

function createHost(
  { source: pluginSource, manifest, api, local, environment, build, broke, trigger, run }: StartParts,
  undos: (() => void)[],
) {
  const { id } = manifest
  const $settings = settingsForPlugin(manifest)
  let registered: Registered = {}
  undos.push(() => (registered = {}))
  const started = createEvent()
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
  // An entry that is open is shown as the new settings have it.
  const $otherSettings = $settings.map((settings) =>
    JSON.stringify({ ...settings, [manifest.enabledBy]: true }),
  )
  sample({
    clock: $otherSettings.updates,
    filter: () => (registered.contentTransforms ?? []).length > 0,
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
  /** An error of a component, which React reports outside of the scope. */
  const partFailed = (error: unknown) => trigger(broke, { id, error })

  const isPermitted = (permission: Permission) => manifest.permissions.includes(permission)
  const permitted = <T extends object>(permission: Permission, functions: T): T =>
    isPermitted(permission) ? functions : forbidden(functions)
  const contributor: Contributor = {
    manifest,
    started,
    failed,
    broke: partFailed,
    trigger,
    onStop: (undo) => void undos.push(undo),
    commandOf: createCommands({ manifest, notified, failed }),
    countIn: (landing) => registered[landing]?.length ?? 0,
  }
  /** The host's function for a kind. */
  const adderOf =
    ({ permission, add }: BuiltInKind<never>) =>
    (given: unknown) => {
      if (permission && !isPermitted(permission)) return undefined
      const { returns, ...lands } = add(given as never, contributor)
      for (const [landing, items] of Object.entries(lands))
        registered = {
          ...registered,
          [landing]: [...(registered[landing as keyof Landings] ?? []), ...items],
        }
      return returns
    }
  const adders = Object.fromEntries(
    Object.entries<BuiltInKind<never>>(contributions).map(([name, kind]) => [name, adderOf(kind)]),
  ) as unknown as Contributions

  const access = createAccess({ id, api, trigger, run })
  const host: ClientHost = {
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
    player: createPluginPlayer(id, trigger, undos),
    $settings,
    readerSettingChanged,
    environment,
    activity: pluginActivity(isPermitted('activity'), LECTERN_VERSION, build, started),
    started,
    notified,
    textCopied,
    downloadRequested,
    failed,
    call: (pluginCall) => async (input) => {
      const response = await send(pluginCall, input)
      reportServerHalf(id, response, trigger)
      return pluginCall.output.parse(outputOf(response))
    },
    onStop: (undo) => void undos.push(undo),
  }
  const send = async (pluginCall: PluginCall, input: unknown): Promise<PluginResponse> => {
    const { data } = await api.plugins
      .call({ plugin: id, call: pluginCall.name, input })
      .catch((error: unknown) => {
        throw isUnreachable(error) ? new PluginRefusal('app:plugin.offline') : error
      })
    return data as PluginResponse
  }
  if (isPermitted('model'))
    sample({
      clock: started,
      source: $configs,
      filter: (configs) => configs === null,
      fn: () => {},
      target: configsRequested,
    })
  return { host, registeredSoFar: () => registered, started }
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
