/** The subscription tree as a pure function of the subscriptions. */
import { siteOfFeed } from '../../contract/page-address.ts'
import type { Inbox, List } from '../../contract/shapes.ts'
import type { View } from '../../contract/views.ts'
import { labelKey } from '../../contract/label-names.ts'
import { compareNames } from '../../core/index.ts'
import type { LabelCounts, LocalFeed, LocalSubscription } from '../../local/calls.ts'
import { labelQuery, type UserLabel } from '../labels/tables.ts'
import { sourceKey, type LocationSource } from '../location/index.ts'
import { rareQuery, type SavedSearch } from '../search/saved-searches.ts'
import { subscriptionTitle } from './subscription-title.ts'
import type { TreeRow, ViewTab } from './types.ts'

export type SubscriptionIndex = {
  readonly subscriptions: ReadonlyMap<string, LocalSubscription>
  readonly feeds: ReadonlyMap<string, LocalFeed>
  readonly lists: ReadonlyMap<string, List>
  readonly inboxes: ReadonlyMap<string, Inbox>
}
export type SubscribedFeed = SubscriptionIndex & { readonly counts: ReadonlyMap<string, number> }
/** Ids of rows that the user has given a place, by the folder they are in; '' outside of folders. */
export type SubscriptionOrder = ReadonlyMap<string, readonly string[]>
export type TreeOptions = {
  readonly view: View
  readonly source: LocationSource
  readonly openFolders: ReadonlySet<string>
  /** Group feeds without a folder by site where a site has two or more. */
  readonly autoGroup: boolean
  /** Absent: by name. */
  readonly order?: SubscriptionOrder
  /** Hide rows without unread entries (but never the current row). */
  readonly hideRead: boolean
  readonly searches?: readonly SavedSearch[]
  /** Unread entries of each saved search, by its query. */
  readonly searchCounts?: ReadonlyMap<string, number>
  /** In order, each before those within it. */
  readonly labels?: readonly UserLabel[]
  readonly labelCounts?: LabelCounts
  readonly labelsFolded?: boolean
  /** Whether the view's feeds that publish seldom have a row. */
  readonly showsRare?: boolean
}

export function buildTree(followed: SubscribedFeed, options: TreeOptions): TreeRow[] {
  const ofView = [...followed.subscriptions.values()].filter(({ view }) => view === options.view)
  const feedSubscriptions = ofView.filter(({ type }) => type === 'feed')
  const folders = groupIntoFolders(feedSubscriptions, followed, options.autoGroup)
  const rows = [
    ...ofView.filter(({ type }) => type === 'list').map((one) => listRow(one, followed)),
    ...ofView.filter(({ type }) => type === 'inbox').map((one) => inboxRow(one, followed)),
    ...inOrder(
      folders.named.map((folder) => folderRows(folder, followed, options)),
      options.order?.get(''),
      ([head]) => head,
    ).flat(),
    ...inOrder(
      folders.loose.map((one) => feedRow(one, followed, 0)),
      options.order?.get(''),
      (one) => one,
    ),
  ].map((one) => ({ ...one, current: one.id === sourceKey(options.source) }))
  const visible = options.hideRead ? rows.filter((one) => one.unread > 0 || one.current) : rows
  return [
    ...fixedRows(ofView, followed, options),
    ...rareRows(options),
    ...searchRows(options),
    ...labelRows(options),
    ...visible,
  ]
}

export function buildViewTabs(followed: SubscribedFeed): ViewTab[] {
  return ([0, 1, 2, 3, 4, 5] as const).map((view) => {
    const ofView = [...followed.subscriptions.values()].filter((one) => one.view === view)
    return { view, feeds: ofView.length, unread: unreadOf(ofView.filter(isInTimeline), followed) }
  })
}

const isInTimeline = ({ hideFromTimeline }: LocalSubscription) => !hideFromTimeline

/** Unread entries of the subscriptions; a feed that is also in a list counts once. */
function unreadOf(subscriptions: readonly LocalSubscription[], followed: SubscribedFeed): number {
  const ids = new Set(subscriptions.flatMap((one) => countedIds(one, followed.lists)))
  return [...ids].reduce((sum, id) => sum + (followed.counts.get(id) ?? 0), 0)
}

/** Ids of a subscription in the map of counts: its feed, its inbox, or the feeds of its list. */
export function countedIds(
  subscription: LocalSubscription,
  lists: ReadonlyMap<string, Pick<List, 'feedIds'>>,
): readonly string[] {
  if (subscription.listId !== null) return lists.get(subscription.listId)?.feedIds ?? []
  const id = subscription.inboxId ?? subscription.feedId
  return id === null ? [] : [id]
}

export type Folder = {
  readonly name: string
  readonly automatic: boolean
  readonly members: readonly LocalSubscription[]
}

/** Stored folders and (autoGroup) sites with two or more feeds outside a folder; sorted by name. */
export function groupIntoFolders(
  subscriptions: readonly LocalSubscription[],
  followed: Pick<SubscriptionIndex, 'feeds'>,
  autoGroup: boolean,
): { named: Folder[]; loose: LocalSubscription[] } {
  const filed = Map.groupBy(subscriptions, (one) => one.category || null)
  const unfiled = filed.get(null) ?? []
  const bySite = Map.groupBy(unfiled, (one) =>
    autoGroup ? siteOf(followed.feeds.get(one.feedId ?? '')) : null,
  )
  const isSite = (site: string | null, members: readonly unknown[]): site is string =>
    site !== null && members.length > 1 && !filed.has(site)
  const sites = [...bySite].filter(([site, members]) => isSite(site, members))
  const named = [
    ...[...filed].filter(([name]) => name !== null).map(([name, members]) => folder(name, members, false)),
    ...sites.map(([name, members]) => folder(name, members, true)),
  ].toSorted((a, b) => compareNames(a.name, b.name))
  const grouped = new Set(sites.flatMap(([, members]) => members))
  return { named, loose: unfiled.filter((one) => !grouped.has(one)) }
}

const folder = (name: string | null, members: readonly LocalSubscription[], automatic: boolean): Folder => ({
  name: name ?? '',
  automatic,
  members,
})

function siteOf(feed: LocalFeed | undefined): string | null {
  const address = feed?.siteUrl || feed?.url || ''
  // Checked first: one exception costs more than parsing all addresses.
  return URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : null
}

function fixedRows(
  ofView: readonly LocalSubscription[],
  followed: SubscribedFeed,
  options: TreeOptions,
): TreeRow[] {
  const current = sourceKey(options.source)
  const listed = ofView.filter((one) => one.type !== 'inbox' && isInTimeline(one))
  return [
    row({ kind: 'all' }, 'all', { unread: unreadOf(listed, followed), current: current === 'all' }),
    row({ kind: 'collections' }, 'stars', { current: current === 'collections' }),
  ]
}

/** Entries of the view's feeds that publish seldom. */
function rareRows({ view, source, searchCounts, showsRare = false }: TreeOptions): TreeRow[] {
  if (!showsRare) return []
  const of = { kind: 'search', query: rareQuery(view) } as const
  const current = sourceKey(of) === sourceKey(source)
  return [row(of, 'rare', { unread: searchCounts?.get(of.query) ?? 0, current })]
}

type NestedSearch = SavedSearch & {
  /** From 1. */
  readonly depth: number
}

/** Saved searches in the order of the column: one whose title continues that of another with a slash is nested in it. */
function nestedSearches(searches: readonly SavedSearch[]): readonly NestedSearch[] {
  const outerOf = ({ title }: SavedSearch): SavedSearch | undefined =>
    searches
      .filter((other) => title.startsWith(`${other.title}/`))
      .toSorted((one, other) => other.title.length - one.title.length)[0]
  const within = (outer: SavedSearch | undefined, depth: number): readonly NestedSearch[] =>
    searches
      .filter((search) => outerOf(search) === outer)
      .flatMap((search) => {
        const title = outer ? search.title.slice(outer.title.length + 1) : search.title
        return [{ title, query: search.query, depth }, ...within(search, depth + 1)]
      })
  return within(undefined, 1)
}

/** The section of the saved searches, which belong to all views. Its heading opens the first of them. */
function searchRows({ source, searches = [], searchCounts }: TreeOptions): TreeRow[] {
  const nested = nestedSearches(searches)
  const [first] = nested
  if (!first) return []
  return [
    row({ kind: 'search', query: first.query }, 'searches', { id: 'searches' }),
    ...nested.map(({ title, query, depth }) => {
      const of = { kind: 'search', query } as const
      const current = sourceKey(of) === sourceKey(source)
      return row(of, 'search', { title, depth, unread: searchCounts?.get(query) ?? 0, current })
    }),
  ]
}

/** The section of the labels, which belong to all views. The current one is listed even while the section is folded. */
function labelRows({ source, labels = [], labelCounts = {}, labelsFolded = false }: TreeOptions): TreeRow[] {
  const [first] = labels
  if (!first) return []
  const rows = labels.map(({ name, color }) => {
    const of = { kind: 'search', query: labelQuery(name) } as const
    const parts = name.split('/')
    return row(of, 'label', {
      title: parts.at(-1) ?? name,
      label: name,
      color,
      depth: parts.length,
      unread: labelCounts[labelKey(name)]?.unread ?? 0,
      current: sourceKey(of) === sourceKey(source),
    })
  })
  const head = row({ kind: 'search', query: labelQuery(first.name) }, 'labels', {
    id: 'labels',
    open: !labelsFolded,
  })
  return [head, ...rows.filter(({ current }) => !labelsFolded || current)]
}

function folderRows(
  { name, automatic, members }: Folder,
  followed: SubscribedFeed,
  options: TreeOptions,
): readonly [TreeRow, ...TreeRow[]] {
  const open = options.openFolders.has(`${options.view}/${name}`)
  const head = row({ kind: 'folder', name }, 'folder', {
    title: name,
    open,
    automatic,
    unread: unreadOf(members, followed),
  })
  if (!open) return [head]
  const feeds = members.map((one) => feedRow(one, followed, 1))
  return [head, ...inOrder(feeds, options.order?.get(name), (one) => one)]
}

function feedRow(subscription: LocalSubscription, followed: SubscribedFeed, depth: number): TreeRow {
  const id = subscription.feedId ?? ''
  const feed = followed.feeds.get(id)
  return row({ kind: 'feed', id }, 'feed', {
    title: subscriptionTitle(subscription, followed),
    depth,
    unread: followed.counts.get(id) ?? 0,
    error: feed?.errorAt ? (feed.errorMessage ?? '') : null,
    isPrivate: subscription.isPrivate,
    image: feed?.image ?? null,
    siteUrl: feed?.siteUrl ?? null,
    ...(feed && { site: siteOfFeed(feed) }),
    subscriptionId: subscription.id,
  })
}

function listRow(subscription: LocalSubscription, followed: SubscribedFeed): TreeRow {
  const id = subscription.listId ?? ''
  const list = followed.lists.get(id)
  return row({ kind: 'list', id }, 'list', {
    title: subscriptionTitle(subscription, followed),
    unread: unreadOf([subscription], followed),
    image: list?.image ?? null,
    subscriptionId: subscription.id,
  })
}

function inboxRow(subscription: LocalSubscription, followed: SubscribedFeed): TreeRow {
  const id = subscription.inboxId ?? ''
  return row({ kind: 'inbox', id }, 'inbox', {
    title: subscriptionTitle(subscription, followed),
    unread: followed.counts.get(id) ?? 0,
    subscriptionId: subscription.id,
  })
}

function row(source: LocationSource, kind: TreeRow['kind'], fields: Partial<TreeRow>): TreeRow {
  return { kind, id: sourceKey(source), source, title: '', depth: 0, unread: 0, current: false, ...fields }
}

/** Those that the user has given a place come first, the others follow by name. */
function inOrder<T>(rows: readonly T[], ids: readonly string[] = [], rowOf: (one: T) => TreeRow): T[] {
  const ranks = new Map(ids.map((id, rank) => [id, rank]))
  const rankOf = (one: T) => ranks.get(rowOf(one).id) ?? ranks.size
  return rows.toSorted((a, b) => rankOf(a) - rankOf(b) || compareNames(rowOf(a).title, rowOf(b).title))
}
