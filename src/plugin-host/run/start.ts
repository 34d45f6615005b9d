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
import type {
  AnyDialog,
  ContentTransform,
  EntryPanel,
  ExportFormat,
  Feature,
  FeedSource,
  ImportFormat,
  ProvidedResult,
  Screen,
  StyleSheet,
  ToolbarItem,
} from '../../features/feature.ts'
import { contentTransformsChanged, toolbarItemChanged } from '../../features/registry.ts'
import { errorNotified, infoNotified } from '../../model/app/index.ts'
import { textCopied } from '../../model/browser-actions/index.ts'
import { translationsProvided } from '../../model/entries/index.ts'
import { dialogClosed, dialogOpened } from '../../model/layout/index.ts'
import { screenRequested } from '../../model/location/index.ts'
import type { SearchSource } from '../../model/search/provided-sources.ts'
import type { ColorTheme } from '../../model/settings/color-themes.ts'
import { $services, type Services } from '../../model/services.ts'
import { $configs, configsRequested } from '../../model/session/index.ts'
import { settingChanged, type SettingChange } from '../../model/settings/index.ts'
import {
  type ClientHalf,
  type ClientHost,
  type PluginDialog,
  PluginRefusal,
  type PluginMessage,
  type PluginTree,
  type PluginTreeDialog,
} from '../../plugin-api/client.ts'
import {
  CHANGE_ENTRIES,
  commandCall,
  MARK_ENTRIES,
  SAVE_ENTRIES,
  type CallCommand,
  type Manifest,
  type Permission,
  type PluginCall,
  type PluginResponse,
  z,
} from '../../plugin-api/manifest.ts'
import { createLanguageModel } from './capabilities/language-model.ts'
import { guarded } from './contributions/plugin-boundary.tsx'
import { createAccess } from './capabilities/access.ts'
import type { PluginSource } from './catalogue.ts'
import { createContentOf } from './capabilities/entry-contents.ts'
import { isUnreachable } from './is-unreachable.ts'
import { colorThemeOf } from './contributions/color-theme-of.ts'
import { createCommands } from './contributions/plugin-command.ts'
import { notificationOf, refusalNotificationOf } from './contributions/plugin-message.ts'
import { feedSourceOf } from './contributions/feed-source-of.ts'
import { createFeedExports, exportFormatOf, importFormatOf } from './contributions/plugin-formats.ts'
import { framed } from './contributions/plugin-page.tsx'
import { refused } from './capabilities/permitted-calls.ts'
import { createPower } from './capabilities/power.ts'
import { pluginActivity } from './capabilities/plugin-activity.ts'
import { createPluginPlayer } from './capabilities/plugin-player.ts'
import { pluginReader } from './capabilities/plugin-reader.ts'
import type * as PluginTreeModule from './contributions/plugin-tree.tsx'
import { searchSourceOf } from './contributions/search-source-of.ts'
import { createPluginStorage } from './capabilities/plugin-storage.ts'
import { createRsshub } from './capabilities/rsshub.ts'
import { reportServerHalf } from '../installed/report-server-half.ts'
import { saveCommandOf } from '../saves/save-command.ts'
import { settingsForPlugin } from './capabilities/settings-for-plugin.ts'
import { isSaved } from '../saves/saves.ts'
import { createStoredEntries } from './capabilities/stored-entries.ts'
import { createTreePart, type TreePart } from './contributions/tree-part.ts'
import type { Run, Trigger } from './app-scope.ts'

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
      const { host, registered, started } = createHost(parts, undos)
      const { id, commands: declared = [] } = manifest
      for (const one of declared) registerDeclared(host, one)
      client?.start(host)
      const { commands, ...contributions } = registered
      return { id, source, commands, feature: { id, ...contributions, styleSheets }, started, stop }
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
type Registered = {
  readonly commands: Command[]
  readonly toolbarItems: ToolbarItem[]
  readonly entryPanels: EntryPanel[]
  readonly contentTransforms: ContentTransform[]
  readonly ruleResults: ProvidedResult[]
  readonly screens: Screen[]
  readonly dialogs: AnyDialog[]
  readonly feedSources: FeedSource[]
  readonly searchSources: SearchSource[]
  readonly colorThemes: ColorTheme[]
  readonly importFormats: ImportFormat[]
  readonly exportFormats: ExportFormat[]
  settingsPart?: NonNullable<Feature['settingsPart']>
}

const nothingRegistered = (): Registered => ({
  commands: [],
  toolbarItems: [],
  entryPanels: [],
  contentTransforms: [],
  ruleResults: [],
  screens: [],
  dialogs: [],
  feedSources: [],
  searchSources: [],
  colorThemes: [],
  importFormats: [],
  exportFormats: [],
})

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
  let registered = nothingRegistered()
  undos.push(() => (registered = nothingRegistered()))
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
    filter: () => registered.contentTransforms.length > 0,
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
  const commandOf = createCommands({ manifest, notified, failed })
  const command: ClientHost['command'] = (one) => void registered.commands.push(commandOf(one))

  /** Loads what draws a part of data. */
  const treeLoader = <Part>(
    tree: PluginTree,
    of: (module: typeof PluginTreeModule, part: TreePart) => Part,
  ) => {
    const part = createTreePart(id, tree, failed)
    return async () => ({ default: of(await import('./contributions/plugin-tree.tsx'), part) })
  }

  const toolbarItem: ClientHost['toolbarItem'] = ({ $state, ...item }) => {
    registered.toolbarItems.push(item)
    if ($state)
      sample({
        clock: [$state, started],
        source: $state,
        fn: (state) => ({ command: item.command, state }),
        target: toolbarItemChanged,
      })
  }

  const access = createAccess({ id, api, trigger, run })
  const host: ClientHost = {
    command,
    toolbarItem,
    saves({ needs = 'entry && entryUrl' } = {}) {
      if (!isPermitted(SAVE_ENTRIES)) return
      const save = saveCommandOf(id, needs)
      registered.commands.push(save)
      const $state = isSaved(id).map((pressed) => ({ pressed }))
      toolbarItem({ command: save.id, group: 'more', icon: 'save', $state })
    },
    entryPanel: (panel) =>
      void registered.entryPanels.push({
        id: `${id} ${registered.entryPanels.length}`,
        load: guarded(
          'load' in panel ? panel.load : treeLoader(panel, ({ treeOf }, part) => treeOf(part)),
          partFailed,
        ),
      }),
    settingsPart: ({ load }) => void (registered.settingsPart = guarded(load, partFailed)),
    contentTransform({ title, applies = () => true, transform }) {
      if (!isPermitted('entries:read')) return
      registered.contentTransforms.push({
        titleKey: `${id}:${title}`,
        applies,
        transform: async (html, entry) => transform(html, entry),
      })
    },
    ruleResult: (name) => void registered.ruleResults.push(name),
    screen({ path, title, intro, notOnTrial = false, ...content }) {
      if (path !== `/${id}` && !path.startsWith(`/${id}/`))
        throw new Error(`The address ${path} is not below /${id}`)
      registered.screens.push({
        path,
        titleKey: `${id}:${title}`,
        load: framed(
          guarded(
            'load' in content ? content.load : treeLoader(content, ({ screenOf }, part) => screenOf(part)),
            partFailed,
          ),
          { plugin: id, title, intro, notOnTrial },
        ),
      })
      return screenRequested.prepend(() => ({ path }))
    },
    dialog(dialog: PluginDialog<z.ZodType<object>> | PluginTreeDialog) {
      const dialogId = `${id}/${dialog.id}` as const
      const propsSchema = 'load' in dialog ? dialog.props : z.object({})
      const loadGuarded = guarded<object & { readonly onClose: () => void }>(
        'load' in dialog
          ? (dialog.load as never)
          : treeLoader(dialog, ({ dialogOf }, part) => dialogOf(part, dialog.title)),
        partFailed,
      )
      registered.dialogs.push({
        id: dialogId,
        load: async () => ({ ...(await loadGuarded()), propsSchema }),
      })
      undos.push(() => trigger(dialogClosed, { id: dialogId }))
      return dialogOpened.prepend((props: object | void) => ({ id: dialogId, props: props ?? {} })) as never
    },
    feedSource: (source) =>
      void registered.feedSources.push(feedSourceOf(source, { manifest, broke: partFailed })),
    searchSource(source) {
      if (isPermitted('search')) registered.searchSources.push(searchSourceOf(manifest, source))
    },
    theme: (theme) => void registered.colorThemes.push(colorThemeOf(id, theme)),
    importFormat(format) {
      registered.importFormats.push(importFormatOf(format, { manifest, broke: partFailed }))
      return dialogOpened.prepend<void>(() => ({ id: 'import-report' }))
    },
    exportFormat(format) {
      const { format: exported, writeFx } = exportFormatOf(format, { manifest, broke: partFailed })
      registered.exportFormats.push(exported)
      return writeFx
    },
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
  return { host, registered, started }
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
