/** The names of subscriptions. */
import type { LocalSubscription } from '../../local/calls.ts'

type Titled = { readonly title?: string | null | undefined }
/** Feeds, lists and inboxes by id; tables that are not loaded are absent. */
export type TitledSources = {
  readonly feeds?: ReadonlyMap<string, Titled & { readonly url: string }>
  readonly lists?: ReadonlyMap<string, Titled>
  readonly inboxes?: ReadonlyMap<string, Titled>
}
type Row = Pick<LocalSubscription, 'title' | 'feedId' | 'listId' | 'inboxId'>

/** The name that the user gave it, else the published one. */
export const subscriptionTitle = (row: Row, sources: TitledSources): string =>
  row.title || publishedTitle(row, sources)

/** The title of the feed, list or inbox, else its address, else its id. */
export function publishedTitle({ feedId, listId, inboxId }: Row, sources: TitledSources): string {
  const feed = sources.feeds?.get(feedId ?? '')
  const source = feed ?? sources.lists?.get(listId ?? '') ?? sources.inboxes?.get(inboxId ?? '')
  return source?.title || feed?.url || (feedId ?? listId ?? inboxId ?? '')
}
