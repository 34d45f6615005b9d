/** Plugins from elsewhere: looking at one, installing and removing it, and its permissions. */
import { attach, createEvent, createStore, sample } from 'effector'
import type { InstalledPlugin, PluginPreview } from '../../contract/plugins.ts'
import {
  $pluginAddress,
  pluginAddressTaken,
  pluginAtAddressRequested,
  pluginRemovalRequested,
} from '../../model/plugins/index.ts'
import { notifyFailures, userDataCleared } from '../../model/app/index.ts'
import { $services } from '../../model/services.ts'
import { $pluginSources } from '../run/catalogue.ts'
import { crashesCleared } from './crashes.ts'
import { installedList, LIST_KEY } from './installed-list.ts'
import { installedSource } from './installed-source.ts'
import { ledgerCleared, ledgerRequested } from './ledger.ts'
import { $plugins, pluginRemoved, pluginsAdded, pluginsRequested } from '../settings/plugin-states.ts'
import { $areInstalledListed, installedPluginsListed, pluginHostStarted } from '../run/plugins.ts'
import { isSafeMode } from '../run/safe-mode.ts'
import { $pluginRows, pluginRowsReceived } from '../settings/setting-changes.ts'
import { $storedPlugins } from '../run/stored-plugins.ts'
import './updates/follow-changes.ts'
import { pluginUpdated, updateCleared, updatesRequested } from './updates/updates.ts'
import type { SettingValues } from './permission-grants.ts'

type Origin =
  | { readonly address: string }
  | { readonly bundle: string }
  | { readonly listed: { readonly catalogue: string; readonly plugin: string } }

/** The user wants to see what an address or file would install. */
export const previewRequested = createEvent<Origin>()
export const previewClosed = createEvent()
/** The user agrees, with these permissions. */
export const installRequested = createEvent<InstallRequest>()
/** What the user grants, and settings that were entered before, such as the addresses for which something is granted. */
export type InstallRequest = { readonly granted: readonly string[]; readonly values: SettingValues }
export const removeRequested = createEvent<string>()
/** The user wants the version before. */
export const revertRequested = createEvent<string>()
export const permissionsChanged = createEvent<{ plugin: string; granted: readonly string[] }>()

/** What is shown before it is installed. */
export type Preview = { readonly origin: Origin; readonly preview: PluginPreview }

/** How often this reader has changed the list; each change requests it again. */
const $listVersion = createStore(0, { serialize: 'ignore' })
type Listed = {
  readonly list: readonly InstalledPlugin[]
  /** Of the time of the request. */
  readonly version: number
}
/** @param _installed the plugin that was just installed, by id; its values are fetched again */
const loadFx = attach({
  source: { services: $services, version: $listVersion },
  effect: async ({ services, version }, _installed: string | null): Promise<Listed> => ({
    list: isSafeMode ? [] : await installedList(services),
    version,
  }),
})
export const previewFx = attach({
  source: $services,
  effect: async ({ api }, origin: Origin): Promise<Preview> => ({
    origin,
    preview: (await api.plugins.preview(origin)).data,
  }),
})
export const $preview = createStore<Preview | null>(null, { serialize: 'ignore' }).on(
  previewFx.doneData,
  (_, preview) => preview,
)
const installFx = attach({
  source: { services: $services, shown: $preview },
  effect: async ({ services: { api }, shown }, { granted, values }: InstallRequest): Promise<string> => {
    if (!shown) throw new Error('No plugin is shown')
    const { origin, preview } = shown
    const { id, enabledBy } = preview.manifest
    await api.plugins.install({ ...origin, hash: preview.hash, granted: [...granted] })
    await api.plugins.updateSettings({ plugin: id, values: { ...values, [enabledBy]: true } })
    return id
  },
})
const removeFx = attach({
  source: $services,
  effect: async ({ api }, plugin: string) => void (await api.plugins.remove({ plugin })),
})
const changeFx = attach({
  source: $services,
  effect: async ({ api }, { plugin, granted }: { plugin: string; granted: readonly string[] }) =>
    void (await api.plugins.change({ plugin, granted: [...granted] })),
})
const revertFx = attach({
  source: $services,
  effect: async ({ api }, plugin: string) => void (await api.plugins.revert({ plugin })),
})
sample({ clock: revertRequested, target: revertFx })
sample({ clock: revertFx.done, fn: ({ params }) => params, target: [updateCleared, pluginUpdated] })
$preview.reset(previewClosed, installFx.done)
sample({ clock: previewRequested, target: previewFx })
sample({ clock: installRequested, target: installFx })
sample({
  clock: [pluginHostStarted, pluginAtAddressRequested],
  source: $pluginAddress,
  filter: (address) => address !== null,
  fn: (address) => ({ address: address ?? '' }),
  target: [previewRequested, pluginAddressTaken],
})
sample({ clock: [removeRequested, pluginRemovalRequested], target: removeFx })
sample({ clock: removeFx.done, fn: ({ params }) => params, target: ledgerCleared })
sample({ clock: permissionsChanged, target: changeFx })
const clearListFx = attach({ source: $services, effect: ({ storage }) => storage.removeItem(LIST_KEY) })
sample({ clock: userDataCleared, target: clearListFx })
// Until then the page of the new one waits for it.
$areInstalledListed.on(installFx.done, () => false)
sample({ clock: [installFx.doneData, pluginUpdated], target: loadFx })
// Other code may not crash.
sample({ clock: [installFx.doneData, pluginUpdated], target: crashesCleared })
sample({ clock: [installFx.doneData, removeFx.done.map(({ params }) => params)], target: updateCleared })
sample({
  clock: [pluginHostStarted, removeFx.done, changeFx.finally],
  fn: () => null,
  target: loadFx,
})
sample({ clock: pluginHostStarted, fn: () => {}, target: [ledgerRequested, updatesRequested] })
for (const { failData } of [previewFx, installFx, removeFx, changeFx, revertFx])
  notifyFailures(failData, { key: 'app:plugin.offline' })

$listVersion.on([installFx.done, pluginUpdated, removeFx.done, changeFx.finally], (version) => version + 1)
const listed = sample({
  clock: loadFx.done,
  source: { version: $listVersion, services: $services },
  fn: ({ version, services }, { params, result }) => ({
    added: params,
    list: result.list,
    services,
    isStale: version !== result.version,
  }),
}).filter({ fn: ({ isStale }) => !isStale })

// An unchanged plugin keeps its source, so that it runs on.
$pluginSources.on(listed, (sources, { services, list }) => [
  ...sources.filter(({ installed }) => !installed),
  ...list.map((plugin) => {
    const before = sources.find(({ id }) => id === plugin.manifest.id)
    return before && JSON.stringify(before.installed) === JSON.stringify(plugin)
      ? before
      : installedSource(services, plugin)
  }),
])
sample({ clock: [listed, loadFx.fail], fn: () => {}, target: installedPluginsListed })
const $areSettingsShown = createStore(false).on(pluginsRequested, () => true)
// Just installed, installed on another device, or listed after the values of all others were requested.
sample({
  clock: listed,
  source: { plugins: $plugins, stored: $storedPlugins, areShown: $areSettingsShown },
  fn: ({ plugins, stored, areShown }, { added, list }) => {
    const isKnown = (id: string) => id !== added && (areShown ? plugins.has(id) : id in stored)
    return list.map(({ manifest }) => manifest.id).filter((id) => !isKnown(id))
  },
  target: pluginsAdded,
})
// The settings show every plugin that is there: what this browser has stored of others goes.
sample({
  clock: listed,
  source: { rows: $pluginRows, sources: $pluginSources, areShown: $areSettingsShown },
  // In safe mode the installed ones are not listed.
  filter: ({ areShown }) => areShown && !isSafeMode,
  fn: ({ rows, sources }) => {
    const gone = [...rows.keys()].filter((id) => !sources.some((source) => source.id === id))
    return Object.fromEntries(gone.map((id) => [id, null]))
  },
  target: pluginRowsReceived,
})
sample({ clock: removeFx.done, fn: ({ params }) => params, target: pluginRemoved })
