/** Texts of the posts that a list shows in full, and which long ones are unfolded. */
import { attach, createEvent, createStore, sample } from 'effector'
import { entriesCleared } from '../entries/state.ts'
import { $services } from '../services.ts'

/** Posts in memory: a few screens in both directions; follow.db has the others. */
const MAX_POSTS = 200

/** A list shows these entries. */
export const postsRequested = createEvent<readonly string[]>()
const readFx = attach({
  source: $services,
  effect: ({ local }, ids: readonly string[]) => local.call('entries.bodies', ids),
})
/** Content by entry id, as the server sanitised it; null: follow.db has none. The oldest is evicted first. */
export const $posts = createStore<ReadonlyMap<string, string | null>>(new Map(), { serialize: 'ignore' })
  .on(readFx.done, (posts, { params, result }) => {
    const next = new Map(posts)
    for (const id of params) next.set(id, result[id]?.content ?? null)
    for (const id of next.keys()) {
      if (next.size <= MAX_POSTS) break
      next.delete(id)
    }
    return next
  })
  .on(entriesCleared, () => new Map())
const missing = sample({
  clock: postsRequested,
  source: $posts,
  fn: (posts, ids) => ids.filter((id) => !posts.has(id)),
})
sample({ clock: missing, filter: (ids) => ids.length > 0, target: readFx })

/** Unfolds a long post, or folds it again. */
export const postsToggled = createEvent<readonly string[]>()
/** Posts that the user folded or unfolded: for others the setting decides. */
export const $toggledPosts = createStore<ReadonlySet<string>>(new Set(), { serialize: 'ignore' })
  .on(postsToggled, (toggled, ids) => {
    const next = new Set(toggled)
    for (const id of ids) if (!next.delete(id)) next.add(id)
    return next
  })
  .on(entriesCleared, () => new Set())
