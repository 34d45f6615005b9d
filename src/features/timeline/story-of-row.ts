import type { EntryHead } from '../../model/rows.ts'
import { entrySourceTitle } from '../../model/subscriptions/index.ts'
import type { Story } from '../../model/timeline/index.ts'

type Sources = Parameters<typeof entrySourceTitle>[1]
type StoryOptions = Sources & {
  readonly stories: ReadonlyMap<string, Story>
  readonly openStories: ReadonlySet<string>
  readonly statuses: ReadonlyMap<string, { readonly read: boolean }>
  readonly summaries: ReadonlyMap<string, EntryHead>
}

/** What a row says of the story that its entry is part of. */
export type StoryOfRow = {
  /** Number of feeds, where the row is the first of the story; 0: it is not. */
  readonly feeds: number
  /** Their names, where the row stands for all of them; empty: it does not. */
  readonly feedNames: string
  /** Whether all of its entries are read, where the row stands for them. */
  readonly isRead: boolean | undefined
  readonly isOpen: boolean
  /** The row is another one than the first of an open story. */
  readonly isPart: boolean
}

const noStory: StoryOfRow = { feeds: 0, feedNames: '', isRead: undefined, isOpen: false, isPart: false }

export function storyOfRow(id: string, options: StoryOptions): StoryOfRow {
  const { stories, openStories, statuses, summaries } = options
  const story = stories.get(id)
  if (!story) return noStory
  const isOpen = openStories.has(story.id)
  if (story.entries[0]?.id !== id) return { ...noStory, isOpen, isPart: true }
  const feeds = story.entries.length
  if (isOpen) return { ...noStory, feeds, isOpen }
  const names = story.entries.map(({ feedId }) => entrySourceTitle(feedId, options))
  // An entry that is not loaded yet does not change how the row looks.
  const isRead = story.entries.every(
    (entry) => (statuses.get(entry.id) ?? summaries.get(entry.id))?.read ?? true,
  )
  return { feeds, feedNames: names.join(', '), isRead, isOpen, isPart: false }
}
