/** The rows on screen: the entries of the list in its order, those of a story as one row. */
import { combine, sample } from 'effector'
import type { StoryEntry } from '../../local/calls.ts'
import { $currentEntryId } from '../entries/state.ts'
import { navigationRequested } from '../location/index.ts'
import { $general } from '../settings/index.ts'
import { collapseStories, reversedStories, storiesIn, type Story } from './collapse-stories.ts'
import { $list, $order, type TimelineList } from './list.ts'
import { $oldestFirst } from './list-options.ts'
import { idText } from './ids.ts'
import { reversed } from './merge.ts'
import { $feedsOfRows, groupBySource, type SourceGroups } from './source-groups.ts'
import {
  $isGrouping,
  $openedStories,
  $separated,
  $storyEntries,
  storyClosed,
  storyOpened,
  storyToggled,
} from './stories.ts'
import type { Timeline } from './types.ts'

export type { Story } from './collapse-stories.ts'

const $listed = $list.map(({ listed }) => listed)
const $isReversed = combine($order, $oldestFirst, (order, oldestFirst) => order === 'new' && oldestFirst)
const noStories: readonly Story[] = []
const noEntries: ReadonlyMap<string, StoryEntry> = new Map()
/** In another order than that of time, entries of a story are not grouped. */
const $groupable = combine($storyEntries, $isGrouping, $order, (known, isGrouping, order) =>
  isGrouping && order === 'new' ? known : noEntries,
)
const $stories = combine($listed, $groupable, $separated, (listed, known, separated) =>
  known.size === 0 ? noStories : storiesIn(listed, known, separated),
)
const $ordered = combine($listed, $stories, $isReversed, (listed, stories, isReversed) =>
  isReversed
    ? { list: reversed(listed), stories: reversedStories(stories, listed.ids.length) }
    : { list: listed, stories },
)

/** The story of each entry of which the list has others too. */
export const $storyOfEntry = $ordered.map(
  ({ stories }): ReadonlyMap<string, Story> =>
    new Map(stories.flatMap((story) => story.entries.map(({ id }) => [id, story] as const))),
)
const isHiddenIn = (story: Story | undefined, id: string | null): boolean =>
  story !== undefined && story.entries[0]?.id !== id
/** The story with the open entry, if another entry's row stands for it: it shows all of its rows. */
const $currentStory = combine($currentEntryId, $storyOfEntry, (id, stories) => {
  const story = stories.get(id ?? '')
  return story && isHiddenIn(story, id) ? story.id : ''
})
/** Ids of the stories that show all of their rows. */
export const $openStories = combine($openedStories, $currentStory, (opened, current): ReadonlySet<string> =>
  current === '' ? opened : new Set([...opened, current]),
)

const $collapsed = combine($ordered, $openStories, ({ list, stories }, open) =>
  collapseStories(list, stories, ({ id }) => open.has(id)),
)
/** Days of lists that are grouped by feeds; the entries of a story stay together. */
const $bySource = combine(
  { list: $collapsed, feeds: $feedsOfRows, order: $order, general: $general, stories: $storyOfEntry },
  ({ list, feeds, order, general, stories }): SourceGroups | null =>
    feeds.size === 0 || order !== 'new' || !general.groupByDate
      ? null
      : groupBySource(list, (id) => {
          const story = stories.size > 0 ? stories.get(idText(id)) : undefined
          return story?.entries[0]?.feedId ?? feeds.get(id) ?? ''
        }),
)
/** null: the list is not grouped by feeds. */
export const $sourceGroups = $bySource.map((grouped) => grouped?.groups ?? null)
/** The rows in the order on screen. Changes with them only, not with the state of requests. */
export const $timelineIds = combine($collapsed, $bySource, (list, grouped) => grouped?.list ?? list)
export const $timeline = combine($list, $timelineIds, (list, { ids }): Timeline => ({
  ids,
  remoteMore: list.remoteMore,
  error: list.error,
  status: statusOf(list),
}))

/** The list has no rows yet, but may get some. */
export const $isListLoading = $timeline.map(({ ids, status }) => ids.length === 0 && status === 'loading')

type RowEntry = { readonly id: string; readonly feedId?: string }
/** The entries that rows represent: for a closed story all, with their feeds where the list knows them. */
export const $entriesOfRows = combine(
  $storyOfEntry,
  $openStories,
  (stories, open) =>
    (ids: readonly string[]): readonly RowEntry[] =>
      ids.flatMap((id): readonly RowEntry[] => {
        const story = stories.get(id)
        return story && !open.has(story.id) && !isHiddenIn(story, id) ? story.entries : [{ id }]
      }),
)

const toggled = sample({
  clock: storyToggled,
  source: { stories: $storyOfEntry, open: $openStories, current: $currentEntryId },
  fn: ({ stories, open, current }, { entryId }) => {
    const story = stories.get(entryId)
    return story && { story, current, isOpen: open.has(story.id) }
  },
}).filterMap((toggle) => toggle)
sample({ clock: toggled, filter: ({ isOpen }) => !isOpen, fn: ({ story }) => story.id, target: storyOpened })
sample({ clock: toggled, filter: ({ isOpen }) => isOpen, fn: ({ story }) => story.id, target: storyClosed })
// The open entry must not lose its row.
sample({
  clock: toggled,
  filter: ({ isOpen, story, current }) =>
    isOpen && isHiddenIn(story, current) && story.entries.some(({ id }) => id === current),
  fn: ({ story }) => ({ entryId: story.entries[0]?.id ?? '' }),
  target: navigationRequested,
})

function statusOf({ listed, localDone, remote }: TimelineList): Timeline['status'] {
  const isEmpty = listed.ids.length === 0
  if (remote === 'failed' && isEmpty) return 'error'
  if (remote === 'unreachable' && localDone) return 'offline-end'
  return isEmpty && !(localDone && remote === 'settled') ? 'loading' : 'ready'
}
