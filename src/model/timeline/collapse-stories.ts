/** One row for all listed entries of a story. */
import type { StoryEntry } from '../../local/calls.ts'
import { positionsOf, toTimelineIds, type TimelineIds } from './merge.ts'

/** Two or more listed entries of one story, in the order of the list; the first one's row stands for it. */
export type Story = {
  readonly id: string
  readonly entries: readonly { readonly id: string; readonly feedId: string }[]
  /** The row of each. */
  readonly rows: readonly number[]
}

/**
 * The stories of which a list has several entries.
 * @param listed newest first
 */
export function storiesIn(
  listed: TimelineIds,
  known: ReadonlyMap<string, StoryEntry>,
  separated: ReadonlySet<string>,
): readonly Story[] {
  if (known.size === 0 || listed.ids.length === 0) return noStories
  const candidates = [...known.values()].filter(({ id }) => !separated.has(id))
  const positions = positionsOf(
    listed,
    toTimelineIds({
      ids: candidates.map(({ id }) => id),
      times: candidates.map(({ publishedAt }) => publishedAt),
    }),
  )
  const byStory = new Map<string, { readonly row: number; readonly entry: StoryEntry }[]>()
  for (const [at, entry] of candidates.entries()) {
    const row = positions[at] ?? -1
    if (row === -1) continue
    const others = byStory.get(entry.storyId)
    if (others) others.push({ row, entry })
    else byStory.set(entry.storyId, [{ row, entry }])
  }
  const stories: Story[] = []
  for (const [id, members] of byStory) {
    if (members.length < 2) continue
    members.sort((a, b) => a.row - b.row)
    stories.push({
      id,
      entries: members.map(({ entry: { id: entryId, feedId } }) => ({ id: entryId, feedId })),
      rows: members.map(({ row }) => row),
    })
  }
  return stories.length === 0 ? noStories : stories
}
const noStories: readonly Story[] = []

/** The same stories in a list of the opposite order. */
export const reversedStories = (stories: readonly Story[], length: number): readonly Story[] =>
  stories.map(({ id, entries, rows }) => ({
    id,
    entries: entries.toReversed(),
    rows: rows.map((row) => length - 1 - row).toReversed(),
  }))

/** The list with one row for each story. The other entries of an open one follow its row, with the row's time. */
export function collapseStories(
  list: TimelineIds,
  stories: readonly Story[],
  isOpen: (story: Story) => boolean,
): TimelineIds {
  if (stories.length === 0) return list
  const hidden = stories.flatMap(({ rows }) => rows.slice(1)).toSorted((a, b) => a - b)
  const opened = stories
    .filter(isOpen)
    .map(({ rows }) => rows)
    .toSorted(([a = 0], [b = 0]) => a - b)
  const added = opened.reduce((sum, rows) => sum + rows.length - 1, 0)
  const length = list.ids.length - hidden.length + added
  const [ids, times] = [new BigInt64Array(length), new Float64Array(length)]
  let [from, at] = [0, 0]
  const copy = (to: number) => {
    ids.set(list.ids.subarray(from, to), at)
    times.set(list.times.subarray(from, to), at)
    at += to - from
  }
  /** Copies up to a row, without the hidden ones. */
  const copyTo = (end: number) => {
    while (hidden.length > nextHidden && (hidden[nextHidden] ?? 0) < end) {
      const row = hidden[nextHidden] ?? 0
      copy(row)
      from = row + 1
      nextHidden += 1
    }
    copy(end)
    from = end
  }
  let nextHidden = 0
  for (const [row = 0, ...others] of opened) {
    copyTo(row + 1)
    for (const other of others) {
      ids[at] = list.ids[other] ?? 0n
      times[at] = list.times[row] ?? 0
      at += 1
    }
  }
  copyTo(list.ids.length)
  return { ids, times }
}
