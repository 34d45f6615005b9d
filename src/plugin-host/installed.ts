/** Plugins from elsewhere: looking at one, installing and removing it, and its permissions. */
import { attach, createEvent, createStore, sample } from 'effector'
import type { InstalledPlugin, PluginPreview } from '../contract/plugins.ts'
import { notifyFailures } from '../model/app/index.ts'
import { $services } from '../model/services.ts'
import { $pluginSources } from './catalogue.ts'
import { installedSource } from './installed-source.ts'
import { ledgerCleared, ledgerRequested } from './ledger.ts'
import { pluginHostStarted, pluginsRequested } from './plugins.ts'
import { isSafeMode } from './safe-mode.ts'

type Origin = { readonly address: string } | { readonly bundle: string }

/** The user wants to see what an address or file would install. */
export const previewRequested = createEvent<Origin>()
export const previewClosed = createEvent()
/** The user agrees, with these permissions. */
export const installRequested = createEvent<readonly string[]>()
export const removeRequested = createEvent<string>()
export const permissionsChanged = createEvent<{ plugin: string; granted: readonly string[] }>()

type Preview = { readonly origin: Origin; readonly preview: PluginPreview }

const loadFx = attach({
  source: $services,
  effect: async ({ api }): Promise<readonly InstalledPlugin[]> =>
    isSafeMode ? [] : (await api.plugins.installed({})).data,
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
  effect: async ({ services: { api }, shown }, granted: readonly string[]) => {
    if (!shown) return
    const { origin, preview } = shown
    const { id, enabledBy } = preview.manifest
    await api.plugins.install({ ...origin, hash: preview.hash, granted: [...granted] })
    await api.plugins.updateSettings({ plugin: id, values: { [enabledBy]: true } })
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
$preview.reset(previewClosed, installFx.done)
sample({ clock: previewRequested, target: previewFx })
sample({ clock: installRequested, target: installFx })
sample({ clock: removeRequested, target: removeFx })
sample({ clock: removeFx.done, fn: ({ params }) => params, target: ledgerCleared })
sample({ clock: permissionsChanged, target: changeFx })
sample({
  clock: [pluginHostStarted, installFx.done, removeFx.done, changeFx.finally],
  fn: () => {},
  target: loadFx,
})
sample({ clock: pluginHostStarted, fn: () => {}, target: ledgerRequested })
for (const { failData } of [previewFx, installFx, removeFx, changeFx])
  notifyFailures(failData, { key: 'app:plugin.offline' })

// An unchanged plugin keeps its source, so that it runs on.
$pluginSources.on(
  sample({ clock: loadFx.doneData, source: $services, fn: ({ api }, list) => ({ api, list }) }),
  (sources, { api, list }) => [
    ...sources.filter(({ installed }) => !installed),
    ...list.map((plugin) => {
      const before = sources.find(({ id }) => id === plugin.manifest.id)
      return before && JSON.stringify(before.installed) === JSON.stringify(plugin)
        ? before
        : installedSource(api, plugin)
    }),
  ],
)
sample({ clock: loadFx.doneData, filter: (list) => list.length > 0, fn: () => {}, target: pluginsRequested })
sample({ clock: removeFx.done, fn: () => {}, target: pluginsRequested })
