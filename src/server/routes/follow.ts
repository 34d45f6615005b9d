/** Subscribing to a feed, or to a list by its id. */
import type { Checked, Output } from '../../contract/calls.ts'
import { normaliseAddress, readAddress } from '../feeds/fetch/source.ts'
import { findFeed } from '../feeds/store/find-feed.ts'
import { Refusal } from '../http/refusal.ts'
import type { Answer, RequestContext } from '../http/routes.ts'
import { isRequestedForUser, ownFeedOf } from '../storage/feeds/feed-requests.ts'
import { visibleFeedById } from '../storage/feeds/feeds-read.ts'
import { unreadCounts } from '../storage/reads/reads.ts'
import type { FeedRow } from '../storage/schema.ts'
import { addSubscription, countSubscriptions, subscriptionOf } from '../storage/lists/subscriptions.ts'
import { cleanName } from './clean-name.ts'
import { moveFeedSettings } from './feed-requests.ts'
import { followList } from './follow-list.ts'
import { subscriptionLimit } from './limits.ts'
import { toRawFeed } from './wire-feed.ts'

/** Subscribes to a feed by address or id. A repeated call changes nothing and returns the same response. */
export async function follow(
  context: RequestContext,
  input: Checked<'subscriptions.create'>,
): Promise<Answer<Output<'subscriptions.create'>>> {
  if (input.listId !== undefined) return followList(context, input.listId, input)
  const existing = await existingFeed(context, input)
  const isFollowed = existing && (await subscriptionOf(context.storage, context.user.id, existing.id))
  const hasCredentials = Boolean(readAddress(input.url ?? '')?.credentials)
  if (existing && isFollowed && !hasCredentials) return followedResponse(context, existing)
  if (!isFollowed) await refuseOverLimit(context)
  // A name and a password create a feed of the user's own, or update its settings.
  const feed =
    existing && !hasCredentials ? existing : await context.feeds.follow(addressOf(input), context.user.id)
  if (existing && isFollowed && feed.id !== existing.id) await moveFeedSettings(context, existing.id, feed.id)
  await addSubscription(context.storage, {
    id: context.newId(),
    userId: context.user.id,
    feedId: feed.id,
    view: input.view,
    category: cleanName(input.category ?? ''),
    title: cleanName(input.title ?? ''),
    isPrivate: input.isPrivate || isRequestedForUser(feed.url) ? 1 : 0,
    hideFromTimeline: 0,
    createdAt: context.now(),
  })
  return followedResponse(context, feed)
}

/** The address wins: the follow form sends both, and the id may be one that the client invented for a preview. */
async function existingFeed(
  { user, storage }: RequestContext,
  { url, feedId }: Checked<'subscriptions.create'>,
): Promise<FeedRow | undefined> {
  if (url !== undefined) {
    const address = normaliseAddress(url) ?? url
    return (await ownFeedOf(storage, user.id, address)) ?? (await findFeed(storage.db, address)) ?? undefined
  }
  if (feedId === undefined) throw new Refusal('feedIdOrUrlRequired')
  const feed = await visibleFeedById(storage, user.id, feedId)
  if (!feed) throw new Refusal('feedNotFound')
  return feed
}

/** As typed: without a scheme, https and http are tried. */
function addressOf({ url }: Checked<'subscriptions.create'>): string {
  if (url === undefined || readAddress(url) === null)
    throw new Refusal('feedFetchError', `"${url ?? ''}" is not an address that can be fetched.`)
  return url
}

async function refuseOverLimit({ user, storage }: RequestContext): Promise<void> {
  if ((await countSubscriptions(storage, user.id)) < subscriptionLimit(user)) return
  throw new Refusal(user.role === 'trial' ? 'trialFeedLimit' : 'subscriptionLimit')
}

async function followedResponse(
  { user, storage }: RequestContext,
  feed: FeedRow,
): Promise<Answer<Output<'subscriptions.create'>>> {
  const unread = await unreadCounts(storage, user.id, { feedIds: [feed.id] })
  return { feed: toRawFeed(feed), list: null, unread: { [feed.id]: 0, ...unread } }
}
