/** Where an entry is from. An entry's feedId is the id of its feed, or the handle of its inbox. */
import type { LocationSource } from '../location/index.ts'

type Titled = { readonly title?: string | null | undefined }
type EntrySources = {
  readonly subscriptions: ReadonlyMap<string, Titled>
  readonly feeds: ReadonlyMap<string, Titled & { readonly url: string }>
  readonly inboxes: ReadonlyMap<string, Titled>
}

/** The user's name of the feed or inbox, else the published one, else its address or handle; '' while it is unknown. */
export function entrySourceTitle(feedId: string, { subscriptions, feeds, inboxes }: EntrySources): string {
  const feed = feeds.get(feedId)
  const inbox = inboxes.get(feedId)
  return (
    subscriptions.get(`feed/${feedId}`)?.title ||
    feed?.title ||
    feed?.url ||
    (inbox ? inbox.title || feedId : '')
  )
}

/** The timeline that lists the entry. */
export const entrySourceOf = (
  feedId: string,
  { inboxes }: Pick<EntrySources, 'inboxes'>,
): LocationSource => ({
  kind: inboxes.has(feedId) ? 'inbox' : 'feed',
  id: feedId,
})
