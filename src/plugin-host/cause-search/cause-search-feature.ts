/** Shows the bar of the search over all screens while one goes on. */
import { sample } from 'effector'
import type { Feature } from '../../features/feature.ts'
import { featuresRegistered, featuresUnregistered } from '../../features/registry.ts'
import { $causeSearch } from './cause-search.ts'

const bar: Feature = { id: 'cause-search', overlay: () => import('./cause-search-bar.tsx') }
const $isSearching = $causeSearch.map((search) => search !== null)
sample({ clock: $isSearching.updates, filter: Boolean, fn: () => [bar], target: featuresRegistered })
sample({
  clock: $isSearching.updates,
  filter: (isSearching) => !isSearching,
  fn: () => [bar],
  target: featuresUnregistered,
})
