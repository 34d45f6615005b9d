/** Catalogues of plugins that the user has added: signed lists, whose keys are pinned on the server. */
import { attach, createEvent, createStore, sample } from 'effector'
import type { PluginCatalogue } from '../../contract/plugin-catalogue.ts'
import { notifyFailures } from '../../model/app/index.ts'
import { $services } from '../../model/services.ts'

/** The list is shown. */
export const cataloguesRequested = createEvent()
/** The user wants to see what is at an address. */
export const cataloguePreviewRequested = createEvent<string>()
export const cataloguePreviewClosed = createEvent()
type Pinned = Pick<PluginCatalogue, 'address' | 'key'>
/** The user trusts the key that was shown, or wants a catalogue fetched again. */
export const catalogueAccepted = createEvent<Pinned>()
export const catalogueRemoved = createEvent<string>()

const loadFx = attach({
  source: $services,
  effect: async ({ api }, _: void) => (await api.plugins.catalogues({})).data,
})
export const cataloguePreviewFx = attach({
  source: $services,
  effect: async ({ api }, address: string) => (await api.plugins.previewCatalogue({ address })).data,
})
const acceptCatalogueFx = attach({
  source: $services,
  effect: async ({ api }, { address, key }: Pinned) =>
    (await api.plugins.addCatalogue({ address, key })).data,
})
const removeFx = attach({
  source: $services,
  effect: async ({ api }, address: string) => void (await api.plugins.removeCatalogue({ address })),
})

export const $cataloguePreview = createStore<PluginCatalogue | null>(null, { serialize: 'ignore' })
  .on(cataloguePreviewFx.doneData, (_, preview) => preview)
  .reset(cataloguePreviewClosed, acceptCatalogueFx.done)
export const $catalogues = createStore<readonly PluginCatalogue[]>([], { serialize: 'ignore' })
  .on(loadFx.doneData, (_, catalogues) => catalogues)
  .on(acceptCatalogueFx.doneData, (all, added) => [
    ...all.filter(({ address }) => address !== added.address),
    added,
  ])
  .on(removeFx.done, (all, { params }) => all.filter(({ address }) => address !== params))

sample({ clock: cataloguesRequested, target: loadFx })
sample({ clock: cataloguePreviewRequested, target: cataloguePreviewFx })
sample({ clock: catalogueAccepted, target: acceptCatalogueFx })
sample({ clock: catalogueRemoved, target: removeFx })
for (const { failData } of [loadFx, cataloguePreviewFx, acceptCatalogueFx, removeFx])
  notifyFailures(failData, { key: 'app:plugin.offline' })
