/** The same story from several feeds: which entries are one, which the user separated, and which are open in the list. */
import { createEvent, createStore } from 'effector'
import type { StoryEntry } from '../../local/calls.ts'
import { userDataCleared } from '../app/events.ts'
import { defineLocalChange } from '../journal/local-change.ts'
import { $location, sourceKey } from '../location/index.ts'
import { persist } from '../persist.ts'
import { $general } from '../settings/index.ts'

/** Entries that the user separated from their stories; the oldest are dropped first. */
const MAX_SEPARATED = 1000

/** Received with pages of follow.db. */
export const storiesRead = createEvent<readonly StoryEntry[]>()
/** Entries of stories, by their ids. */
export const $storyEntries = createStore<ReadonlyMap<string, StoryEntry>>(new Map(), { serialize: 'ignore' })
  .on(storiesRead, (entries, read) =>
    read.every((entry) => entries.get(entry.id)?.storyId === entry.storyId)
      ? entries
      : new Map([...entries, ...read.map((entry) => [entry.id, entry] as const)]),
  )
  .reset(userDataCleared)

export const $isGrouping = $general.map(({ groupStories }) => groupStories)

/** Separates entries of one story, or groups them again. */
type Separation = { readonly ids: readonly string[]; readonly separated: boolean }
export const $separated = createStore<ReadonlySet<string>>(new Set(), { serialize: 'ignore' })
const change = defineLocalChange({
  name: 'stories.separate',
  source: $separated,
  inverse: ({ ids, separated }: Separation, before): Separation | null =>
    ids.every((id) => before.has(id) === separated) ? null : { ids, separated: !separated },
  describe: ({ ids, separated }) => ({
    key: separated ? 'app:undo.storySeparated' : 'app:undo.storyGrouped',
    values: { count: ids.length },
  }),
  announced: true,
})
/** The user separates the entries of a story, or groups them again. */
export const storySeparated = change.requested
$separated.on(change.applied, (before, { ids, separated }) => {
  const others = [...before].filter((id) => !ids.includes(id))
  return new Set(separated ? [...others, ...ids].slice(-MAX_SEPARATED) : others)
})
persist($separated, {
  key: 'follow:separated-stories',
  parse: parseIds,
  serialize: (ids) => [...ids],
  changed: change.applied,
  ofUser: true,
})

/** Shows all entries of the entry's story, or one row again. */
export const storyToggled = createEvent<{ readonly entryId: string }>()
/** By the story's id. */
export const storyOpened = createEvent<string>()
export const storyClosed = createEvent<string>()
/** Stories that the user opened, until another list is shown. */
export const $openedStories = createStore<ReadonlySet<string>>(new Set(), { serialize: 'ignore' })
  .on(storyOpened, (opened, id) => new Set([...opened, id]))
  .on(storyClosed, (opened, id) => new Set([...opened].filter((one) => one !== id)))
  .reset($location.map(({ view, source }) => `${view} ${sourceKey(source)}`))

/** All known entries of an entry's story, whether they are grouped or separated; empty: it is in none. */
export const storyEntriesOf = (
  entries: ReadonlyMap<string, StoryEntry>,
  id: string,
): readonly StoryEntry[] => {
  const storyId = entries.get(id)?.storyId
  return storyId === undefined ? [] : [...entries.values()].filter((entry) => entry.storyId === storyId)
}

function parseIds(text: string | null): ReadonlySet<string> {
  try {
    const ids = JSON.parse(text ?? '[]') as unknown
    return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [])
  } catch {
    return new Set()
  }
}
