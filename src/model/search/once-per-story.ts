import { normalisedTitle, STORY_WITHIN_MS } from '../../contract/story-keys.ts'
import type { SearchHit } from '../../local/calls.ts'

/** A hit that stands for its story. `others`: hits of the same story in other feeds, which are left out. */
type StoryHit<Hit extends SearchHit> = { readonly hit: Hit; readonly others: number }

/**
 * The first hit of each story, in the order of the hits. follow.db knows the stories of its entries; those that only the
 * server has are compared by their titles.
 */
export function oncePerStory<Hit extends SearchHit>(hits: readonly Hit[]): readonly StoryHit<Hit>[] {
  const stories: { readonly first: Hit; readonly title: string | null; others: number }[] = []
  const byId = new Map<string, (typeof stories)[number]>()
  const byTitle = new Map<string, (typeof stories)[number]>()
  for (const hit of hits) {
    const title = normalisedTitle(hit.title)
    const alike = title === null ? undefined : byTitle.get(title)
    const known = hit.storyId === null ? undefined : byId.get(hit.storyId)
    const story = known ?? (alike && isSameStory(alike.first, hit) ? alike : undefined)
    if (story) {
      story.others += 1
      continue
    }
    const added = { first: hit, title, others: 0 }
    stories.push(added)
    if (hit.storyId !== null) byId.set(hit.storyId, added)
    if (title !== null && !alike) byTitle.set(title, added)
  }
  return stories.map(({ first, others }) => ({ hit: first, others }))
}

/** Of two hits with one title, of which follow.db does not know both. */
const isSameStory = (a: SearchHit, b: SearchHit): boolean =>
  (a.storyId === null || b.storyId === null) &&
  a.feedId !== b.feedId &&
  Math.abs(a.publishedAt - b.publishedAt) <= STORY_WITHIN_MS.title
