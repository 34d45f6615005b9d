/** What each kind of source lists: rows of follow.db, and the server's request for them (wire-contract 5). */
import type { Input } from '../../contract/calls.ts'
import type { TimelineInput } from '../../contract/entries.ts'
import type { View } from '../../contract/views.ts'
import type { TimelineAsk } from '../../local/calls.ts'
import type { LocationSource } from '../location/index.ts'
import { groupIntoFolders, type SubscriptionIndex } from '../subscriptions/build-tree.ts'

export type SourceContext = {
  readonly view: View
  readonly subscriptions: SubscriptionIndex
  /** Leave private subscriptions out of the view's list. */
  readonly excludePrivate: boolean
  /** Subscriptions without a folder are grouped by site. */
  readonly autoGroup: boolean
  /** Ids of the reading list, in order. */
  readonly readingList?: readonly string[]
}
/** The input of entries.list, or with an inbox of entries.inboxList. */
export type RemoteInput = TimelineInput & { readonly inboxId?: string }
export type SourceListing = {
  readonly local: TimelineAsk['of']
  /** The server's input without view and read state; null: the server has no timeline of it. */
  readonly remote: Partial<RemoteInput> | null
  /** The request whether newer entries exist; null: the server cannot tell. */
  readonly checkNew: Partial<Input<'entries.checkNew'>> | null
  /** Whether the list may leave out read entries. */
  readonly mayHideRead: boolean
}

type SourceOf<Kind extends LocationSource['kind']> = Extract<LocationSource, { kind: Kind }>
type Sources = {
  readonly [Kind in LocationSource['kind']]: (source: SourceOf<Kind>, context: SourceContext) => SourceListing
}

const sources: Sources = {
  all: (_, context) => ({
    local: { feedIds: feedIdsOfView(context) },
    remote: context.excludePrivate ? { excludePrivate: true } : {},
    checkNew: {},
    mayHideRead: true,
  }),
  collections: (_, { view }) => ({
    local: { starsOf: view },
    remote: { isCollection: true },
    checkNew: null,
    mayHideRead: true,
  }),
  feed: ({ id }) => ({
    local: { feedIds: [id] },
    remote: { feedId: id },
    checkNew: { feedId: id },
    mayHideRead: true,
  }),
  folder: ({ name }, context) => {
    const feedIds = feedIdsOfFolder(name, context)
    return {
      local: { feedIds },
      remote: { feedIdList: feedIds },
      checkNew: { feedIdList: feedIds },
      mayHideRead: true,
    }
  },
  list: ({ id }, { subscriptions }) => {
    const feedIds = [...(subscriptions.lists.get(id)?.feedIds ?? [])]
    return {
      local: { feedIds },
      remote: { listId: id },
      checkNew: feedIds.length > 0 ? { feedIdList: feedIds } : null,
      mayHideRead: true,
    }
  },
  inbox: ({ id }) => ({
    local: { feedIds: [id] },
    remote: { inboxId: id },
    checkNew: null,
    mayHideRead: true,
  }),
  // Read entries stay, so that the list can be finished.
  'reading-list': (_, { readingList = [] }) => ({
    local: { entryIds: readingList },
    remote: null,
    checkNew: null,
    mayHideRead: false,
  }),
  // model/search fetches entries that follow.db lacks.
  search: ({ query }) => ({
    local: { query: { select: query } },
    remote: null,
    checkNew: null,
    mayHideRead: true,
  }),
}

export function listingOf(source: LocationSource, context: SourceContext): SourceListing {
  const list = sources[source.kind] as (source: LocationSource, context: SourceContext) => SourceListing
  return list(source, context)
}

/** The feeds (or inbox) whose entries a location shows; for stars: those of the whole view. */
export function feedIdsOf(
  { view, source }: { readonly view: View; readonly source: LocationSource },
  subscriptions: SubscriptionIndex,
  settings: Pick<SourceContext, 'excludePrivate' | 'autoGroup'>,
): string[] {
  const context = { view, subscriptions, ...settings }
  const { local } = listingOf(source, context)
  return 'feedIds' in local ? [...local.feedIds] : feedIdsOfView(context)
}

/** Feeds of the view's subscriptions and of its lists, each once. */
function feedIdsOfView({ view, subscriptions: index, excludePrivate }: SourceContext): string[] {
  const listed = [...index.subscriptions.values()].filter(
    (one) => one.view === view && !one.hideFromTimeline && !(excludePrivate && one.isPrivate),
  )
  return [
    ...new Set(
      listed.flatMap(({ listId, feedId }) =>
        listId === null ? (feedId ?? []) : (index.lists.get(listId)?.feedIds ?? []),
      ),
    ),
  ]
}

function feedIdsOfFolder(name: string, { view, subscriptions: index, autoGroup }: SourceContext): string[] {
  const feeds = [...index.subscriptions.values()].filter((one) => one.view === view && one.type === 'feed')
  const folder = groupIntoFolders(feeds, index, autoGroup).named.find((one) => one.name === name)
  return (folder?.members ?? []).flatMap(({ feedId }) => feedId ?? [])
}
