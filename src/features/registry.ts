/** The features that the app and the running plugins have registered, and what they contribute. */
import {
  attach,
  combine,
  createEvent,
  createStore,
  sample,
  scopeBind,
  type EventCallable,
  type Store,
} from 'effector'
import { memoizeByObject } from '../core/index.ts'
import { startupIdle } from '../model/app/ready.ts'
import { discoverTabsProvided } from '../model/discover/tabs.ts'
import { $isAdmin } from '../model/session/index.ts'
import { pageRowsProvided, type PageRow } from '../model/subscriptions/page-rows.ts'
import { searchSourcesProvided } from '../model/search/provided-sources.ts'
import { colorThemesProvided } from '../model/settings/color-themes.ts'
import { outboxReadRequested, storesRequested } from '../model/outbox/index.ts'
import type { Feature, Screen, ToolbarItemState } from './feature.ts'

export const featuresRegistered = createEvent<readonly Feature[]>()
export const featuresUnregistered = createEvent<readonly Feature[]>()

/** The features that start with the app are registered, those of plugins too: an address without a screen has none. */
export const allFeaturesRegistered = createEvent()
export const $isEveryFeatureRegistered = createStore(false, { serialize: 'ignore' }).on(
  allFeaturesRegistered,
  () => true,
)

export const $features = createStore<readonly Feature[]>([], { serialize: 'ignore' })
  .on(featuresRegistered, (features, added) => [...features, ...added])
  .on(featuresUnregistered, (features, removed) => features.filter((feature) => !removed.includes(feature)))

/**
 * What features contribute of one kind. The list stays the same while no feature that contributes comes or goes, and its parts while
 * their feature is there: what is derived from them, such as components, would be made anew, and an open page with it.
 */
export function contributed<T>(of: (feature: Feature) => readonly T[]): Store<readonly T[]> {
  const partsOf = memoizeByObject(of)
  let contributors: readonly Feature[] = []
  let list: readonly T[] = []
  return $features.map((features) => {
    const now = features.filter((feature) => partsOf(feature).length > 0)
    if (now.length !== contributors.length || now.some((feature, at) => feature !== contributors[at])) {
      contributors = now
      list = now.flatMap(partsOf)
    }
    return list
  })
}

export const $toolbarItems = contributed(({ toolbarItems = [] }) => toolbarItems)
/** By command, of the buttons that change. */
export const toolbarItemChanged = createEvent<{ command: string; state: ToolbarItemState }>()
export const $toolbarItemStates = createStore<ReadonlyMap<string, ToolbarItemState>>(new Map(), {
  serialize: 'ignore',
})
  .on(toolbarItemChanged, (states, { command, state }) => new Map(states).set(command, state))
  .on(featuresUnregistered, (states, removed) => {
    const commands = removed.flatMap(({ toolbarItems = [] }) => toolbarItems.map(({ command }) => command))
    return new Map([...states].filter(([command]) => !commands.includes(command)))
  })
/** The list has room for so many. */
const MAX_COLUMNS = 4
export const $listColumns = contributed(({ listColumns = [] }) => listColumns).map((columns) =>
  columns.length > MAX_COLUMNS ? columns.slice(0, MAX_COLUMNS) : columns,
)
/** What the columns of a plugin say depends on something that has changed. */
export const listColumnsChanged = createEvent<{ readonly plugin: string }>()
export const $entryPanels = contributed(({ entryPanels = [] }) => entryPanels)
/** What transforms of contents depend on has changed: they run again. */
export const contentTransformsChanged = createEvent()
const $transformChanges = createStore(0, { serialize: 'ignore' }).on(
  contentTransformsChanged,
  (count) => count + 1,
)
/** Another list after each change. */
export const $contentTransforms = combine(
  contributed(({ contentTransforms = [] }) => contentTransforms),
  $transformChanges,
  (transforms) => [...transforms],
)
export const $importFormats = contributed(({ importFormats = [] }) => importFormats)
export const $exportFormats = contributed(({ exportFormats = [] }) => exportFormats)
export const $feedSources = contributed(({ feedSources = [] }) => feedSources)
const $discoverTabs = combine($feedSources, $importFormats, (sources, formats) => [
  ...sources.map(({ id, titleKey }) => ({ value: id, titleKey })),
  ...(formats.length > 0 ? [{ value: 'import', titleKey: 'shortcuts:discoverTabs.import' }] : []),
])
sample({ clock: $discoverTabs.updates, target: discoverTabsProvided })
sample({
  clock: contributed(({ searchSources = [] }) => searchSources).updates,
  target: searchSourcesProvided,
})
sample({
  clock: contributed(({ colorThemes = [] }) => colorThemes).updates,
  target: colorThemesProvided,
})
export const $settingsPages = contributed(({ settingsPages = [] }) => settingsPages).map((pages) =>
  pages.toSorted((a, b) => a.order - b.order),
)
export type FeatureScreen = Screen & { readonly featureId: string } & Pick<Feature, 'loadStores'>
/** Each with the id of its feature and the loader of its stores. */
export const $screens = contributed(({ id, loadStores, screens = [] }): readonly FeatureScreen[] =>
  screens.map((screen) => ({ ...screen, featureId: id, ...(loadStores && { loadStores }) })),
)

/** Position of the rows of plugins. */
const LAST = 1000
/** The rows of pages in the subscription column, those for admins only where the user is one. */
const $pageRows = combine($screens, $isAdmin, (screens, isAdmin): readonly PageRow[] =>
  screens
    .filter(({ access }) => access !== 'admin' || isAdmin === true)
    .toSorted((a, b) => (a.columnPosition ?? LAST) - (b.columnPosition ?? LAST))
    .flatMap(({ path, titleKey, command, columnPosition, columnRow }) => {
      if (columnRow) return [{ id: `page${path}`, path, titleKey, ...columnRow }]
      return command && columnPosition !== undefined
        ? [
            {
              id: `page/${command.id}`,
              path: command.path ?? path,
              titleKey,
              icon: command.icon,
              command: `go:${command.id}`,
            },
          ]
        : []
    }),
)
sample({ clock: $pageRows.updates, target: pageRowsProvided })

/** Mutations of a feature that is not loaded wait in the outbox: its stores are loaded so that they are sent. */
const loadStoresFx = attach({
  source: $features,
  effect: async (features, tables: readonly string[]) => {
    const owners = features.filter((feature) => feature.tables?.some((name) => tables.includes(name)))
    await Promise.all(owners.map(({ loadStores }) => loadStores?.()))
    return owners.length > 0
  },
})
sample({ clock: storesRequested, target: loadStoresFx })
sample({ clock: loadStoresFx.doneData.filter({ fn: Boolean }), fn: () => {}, target: outboxReadRequested })

const startBackgroundFx = attach({
  source: $features,
  effect: async (features) => {
    const starts = features.flatMap(({ background }) => background ?? [])
    // Bound before the first await, which leaves the scope.
    const trigger = scopeBind((started: EventCallable<void>) => started(), { safe: true })
    for (const load of starts) trigger((await load()).started)
  },
})
sample({ clock: startupIdle, target: startBackgroundFx })
