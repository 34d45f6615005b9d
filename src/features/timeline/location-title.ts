/** Title and unread count of the location, also when its row is collapsed in the tree. */
import { views } from '../../contract/views.ts'
import type { ReaderLocation } from '../../model/location/index.ts'
import type { SubscriptionIndex, TreeRow } from '../../model/subscriptions/index.ts'
import { sourceKey } from '../../model/location/index.ts'
import { isRareQuery } from '../../model/search/saved-searches.ts'

/** Its id says nothing to a reader. */
const isLikeOne = (query: string): boolean => /^like:\S+$/.test(query)

type Where = Pick<ReaderLocation, 'view' | 'source'>

export function locationTitle(
  { view, source }: Where,
  followed: SubscriptionIndex,
  tree: readonly TreeRow[],
  t: (key: string) => string,
): string {
  if (source.kind === 'folder') return source.name
  if (source.kind === 'reading-list') return t('readingList.title')
  if (source.kind === 'search' && isRareQuery(source.query)) return t('common:place.rare')
  if (source.kind === 'search') {
    const saved = tree.find((row) => row.id === sourceKey(source))?.title
    return saved || (isLikeOne(source.query) ? t('timeline.like') : source.query)
  }
  if (source.kind === 'collections') return t('common:place.collections')
  if (source.kind === 'all') return t(`common:view.${views[view]}`)
  const own = followed.subscriptions.get(`${source.kind}/${source.id}`)?.title
  if (own) return own
  if (source.kind === 'inbox') return followed.inboxes.get(source.id)?.title ?? source.id
  if (source.kind === 'list') return followed.lists.get(source.id)?.title ?? ''
  const feed = followed.feeds.get(source.id)
  return feed?.title ?? feed?.url ?? ''
}

/** Of what the list shows: that of all entries has none of inboxes, which the tab of the view counts. */
export function locationUnread(
  { source }: Pick<Where, 'source'>,
  counts: ReadonlyMap<string, number>,
  tree: readonly TreeRow[],
): number {
  if (source.kind === 'collections' || source.kind === 'reading-list') return 0
  if (source.kind === 'feed' || source.kind === 'inbox') return counts.get(source.id) ?? 0
  return tree.find((row) => row.id === sourceKey(source))?.unread ?? 0
}
