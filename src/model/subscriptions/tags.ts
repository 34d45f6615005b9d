/** Tags of feeds and inboxes (contract/feed-tags.ts). */
import { attach, combine, createEvent, sample } from 'effector'
import { cleanTags, validFeedTags } from '../../contract/feed-tags.ts'
import { labelKey, outerLabels } from '../../contract/label-names.ts'
import { formatQuery } from '../../contract/query/format.ts'
import { compareNames, deepEqual } from '../../core/index.ts'
import { $ready, startupIdle } from '../app/ready.ts'
import { databaseRebuilt } from '../network/index.ts'
import { $services } from '../services.ts'
import { $general, $storedSettings, settingChanged } from '../settings/settings.ts'

/** The query for entries of feeds with a tag. */
export const tagQuery = (name: string): string =>
  formatQuery({ where: { kind: 'source', field: 'tag', name } })

const $setting = $general.map(({ feedTags }) => feedTags)
/** By the id that entries carry. */
export const $feedTags = $setting.map(validFeedTags)

/** Every tag, and the outer tags that only inner ones imply. */
export const $tagNames = $feedTags.map((all): readonly string[] => {
  const names = [...all.values()].flat().flatMap((name) => [...outerLabels(name), name])
  return [...new Map(names.map((name) => [labelKey(name), name])).values()].toSorted(compareNames)
})

/** New tags of feeds and inboxes, by their id. */
export const feedTagsChanged = createEvent<ReadonlyMap<string, readonly string[]>>()

sample({
  clock: feedTagsChanged,
  source: $feedTags,
  filter: (all, changed) => [...changed].some(([id, tags]) => !deepEqual(all.get(id) ?? [], cleanTags(tags))),
  fn: (all, changed) => {
    const next = new Map([...all, ...[...changed].map(([id, tags]) => [id, cleanTags(tags)] as const)])
    return {
      tab: 'general',
      key: 'feedTags',
      value: Object.fromEntries([...next].filter(([, tags]) => tags.length > 0)),
    } as const
  },
  target: settingChanged,
})

/** Stores the settings in follow.db, where queries read the tags. */
const storeFx = attach({
  source: combine({ services: $services, stored: $storedSettings }),
  effect: async ({ services, stored: { general } }) => {
    const row = { tab: 'general', payload: general.values, updated: general.updated ?? 0 }
    await services.local.call('settings.put', row)
  },
})
const storeChangedFx = attach({ effect: storeFx })
// A rebuilt database has no settings.
sample({
  clock: [startupIdle, databaseRebuilt],
  source: $feedTags,
  filter: ({ size }) => size > 0,
  fn: () => {},
  target: storeFx,
})
sample({ clock: $setting.updates, source: $ready, filter: Boolean, fn: () => {}, target: storeChangedFx })
/** Queries of follow.db know new tags. */
export const feedTagsStored = storeChangedFx.done
