/** Order of each list and whether it hides read entries: remembered per location, in this browser. */
import { combine, createEvent, createStore, merge, sample } from 'effector'
import { defineLocalChange } from '../journal/local-change.ts'
import { $location, $source, sourceKey, type LocationSource } from '../location/index.ts'
import { persist } from '../persist.ts'
import { $general, settingApplied } from '../settings/index.ts'

/** The user's choices for one location; absent: the default. */
type ListOptions = { readonly unreadOnly?: boolean; readonly oldestFirst?: boolean }
type AllOptions = ReadonlyMap<string, ListOptions>

/** Maximum number of locations; the one that was changed longest ago is dropped first. */
const MAX_LOCATIONS = 500

const $key = $location.map(({ view, source }) => `${view}|${sourceKey(source)}`)
const unreadOnlyForgotten = createEvent()
const $listOptions = createStore<AllOptions>(new Map(), { serialize: 'ignore' }).on(
  unreadOnlyForgotten,
  (all) => {
    let next = all
    for (const [key, { oldestFirst = false }] of all)
      next = withOptions(next, { key, options: { oldestFirst } })
    return next
  },
)

/** null: the default. */
type Change = { readonly key: string; readonly unreadOnly: boolean | null; readonly oldestFirst: boolean }
const change = defineLocalChange({
  name: 'listOptions.change',
  source: $listOptions,
  inverse: ({ key }: Change, all): Change => {
    const { unreadOnly = null, oldestFirst = false } = all.get(key) ?? {}
    return { key, unreadOnly, oldestFirst }
  },
  describe: ({ key, oldestFirst }, all) => ({
    key: 'app:undo.setting',
    values: {
      label:
        oldestFirst === (all.get(key)?.oldestFirst ?? false)
          ? 'settings:general.unreadOnly.label'
          : 'shortcuts:timeline.oldestFirst',
    },
  }),
})
$listOptions.on(change.applied, (all, { key, unreadOnly, oldestFirst }) =>
  withOptions(all, { key, options: { ...(unreadOnly !== null && { unreadOnly }), oldestFirst } }),
)
persist($listOptions, {
  key: 'follow:list-options',
  parse,
  serialize: (all) => Object.fromEntries(all),
  changed: merge([change.applied, unreadOnlyForgotten]),
  ofUser: true,
})
const $options = combine($listOptions, $key, (all, key): ListOptions => all.get(key) ?? {})

/** Searches and stars include read entries, unless the user chose otherwise. */
const listsRead: readonly LocationSource['kind'][] = ['search', 'collections', 'reading-list']
const $usuallyUnreadOnly = combine(
  $source,
  $general,
  ({ kind }, { unreadOnly }) => unreadOnly && !listsRead.includes(kind),
)
/** Whether the current list leaves out read entries. */
export const $unreadOnly = combine(
  $options,
  $usuallyUnreadOnly,
  (options, usual) => options.unreadOnly ?? usual,
)
/** Whether the current list begins with the oldest entry. */
export const $oldestFirst = $options.map(({ oldestFirst = false }) => oldestFirst)

export const unreadOnlyToggled = createEvent()
sample({
  clock: unreadOnlyToggled,
  source: { key: $key, options: $options, unreadOnly: $unreadOnly, usual: $usuallyUnreadOnly },
  fn: ({ key, options: { oldestFirst = false }, unreadOnly, usual }): Change => ({
    key,
    oldestFirst,
    unreadOnly: unreadOnly === usual ? !unreadOnly : null,
  }),
  target: change.requested,
})
export const orderToggled = createEvent()
sample({
  clock: orderToggled,
  source: { key: $key, options: $options, oldestFirst: $oldestFirst },
  fn: ({ key, options: { unreadOnly = null }, oldestFirst }): Change => ({
    key,
    unreadOnly,
    oldestFirst: !oldestFirst,
  }),
  target: change.requested,
})
// The setting is for all lists: the choices of single ones would hide its effect.
sample({
  clock: settingApplied,
  filter: ({ key }) => key === 'unreadOnly',
  fn: () => {},
  target: unreadOnlyForgotten,
})

/** Without options that equal the default. */
function withOptions(
  all: AllOptions,
  { key, options: { unreadOnly, oldestFirst } }: { readonly key: string; readonly options: ListOptions },
): AllOptions {
  const next = new Map(all)
  next.delete(key)
  if (unreadOnly !== undefined || oldestFirst)
    next.set(key, { ...(unreadOnly !== undefined && { unreadOnly }), ...(oldestFirst && { oldestFirst }) })
  const [first] = next.keys()
  if (next.size > MAX_LOCATIONS && first !== undefined) next.delete(first)
  return next
}

function parse(text: string | null): AllOptions {
  let all: AllOptions = new Map()
  try {
    const stored = JSON.parse(text ?? '{}') as Readonly<Record<string, Readonly<Record<string, unknown>>>>
    for (const [key, { unreadOnly, oldestFirst }] of Object.entries(stored))
      all = withOptions(all, {
        key,
        options: {
          ...(typeof unreadOnly === 'boolean' && { unreadOnly }),
          ...(typeof oldestFirst === 'boolean' && { oldestFirst }),
        },
      })
  } catch {
    // Another version wrote it.
  }
  return all
}
