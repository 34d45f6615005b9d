import type { Checked } from '../../contract/calls.ts'
import type { FeedRequestSettings as Settings } from '../../contract/feed-requests.ts'
import { movedFeedSettings } from '../../contract/feed-settings.ts'
import { isOfTheWeb } from '../../contract/page-address.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Routes } from '../http/routes.ts'
import {
  addFeedRequest,
  changeFeedRequest,
  copyReads,
  feedRequestOf,
  type FeedRequestSettings,
} from '../storage/feeds/feed-requests.ts'
import { visibleFeedById } from '../storage/feeds/feeds-read.ts'
import type { FeedRequestRow, FeedRow } from '../storage/schema.ts'
import { changeTab } from '../storage/accounts/settings.ts'
import { subscriptionOf } from '../storage/lists/subscriptions.ts'

/** Request settings of feeds for a user. */
export const feedRequestsRoutes = {
  'feedRequests.get': async (context, { id }) => {
    const feed = await followedFeed(context, id)
    const row = await feedRequestOf(context.storage, feed.id)
    return {
      data: {
        ...toFeedRequest(row),
        hasPassword: Boolean(row?.password),
        hasCookie: Boolean(row?.cookie),
      },
    }
  },

  'feedRequests.update': async (context, input) => {
    const { storage, user, feeds, now, newId } = context
    const feed = await followedFeed(context, input.id)
    const existing = await feedRequestOf(storage, feed.id)
    const settings = settingsOf(context, input, existing)
    if (existing) {
      await changeFeedRequest(storage, feed.id, settings)
      await feeds.refresh(feed.id)
      return { data: { feedId: feed.id } }
    }
    const id = newId()
    await addFeedRequest(storage, feed, { id, userId: user.id, now: now(), settings })
    await moveFeedSettings(context, feed.id, id)
    await feeds.refresh(id)
    await copyReads(storage, user.id, feed.id, id)
    return { data: { feedId: id } }
  },
} satisfies Routes

/** Moves a user's settings of a feed to another one. */
export function moveFeedSettings(
  { storage, user, now }: RequestContext,
  from: string,
  to: string,
): Promise<unknown> {
  return changeTab(storage, { userId: user.id, tab: 'general', at: now() }, (values) => ({
    ...values,
    ...movedFeedSettings(values, from, to),
  }))
}

/** Without its secrets. @param row undefined for a feed without request settings */
export const toFeedRequest = (row: FeedRequestRow | undefined): Settings => ({
  userAgent: row?.userAgent ?? null,
  proxy: row?.proxy ?? null,
  username: row?.username ?? null,
  allowsInsecure: row?.allowsInsecure === 1,
  ignoresEdits: row?.ignoresEdits === 1,
  usesFetcher: row?.usesFetcher === 1,
})

/** @throws Refusal feedNotFound */
async function followedFeed({ storage, user }: RequestContext, id: string): Promise<FeedRow> {
  const feed = await visibleFeedById(storage, user.id, id)
  const isFollowed = feed && (await subscriptionOf(storage, user.id, id))
  if (!isFollowed || !isOfTheWeb(feed.url))
    throw new Refusal('feedNotFound', 'You follow no feed of the web with this id.')
  return feed
}

function settingsOf(
  { secrets }: Pick<RequestContext, 'secrets'>,
  input: Checked<'feedRequests.update'>,
  existing: FeedRequestRow | undefined,
): FeedRequestSettings {
  const sealed = (secret: string | null | undefined, stored: string | null | undefined) =>
    secret === undefined ? (stored ?? null) : secret === null ? null : secrets.close(secret)
  return {
    userAgent: input.userAgent,
    proxy: input.proxy,
    username: input.username,
    password: sealed(input.password, existing?.password),
    cookie: sealed(input.cookie, existing?.cookie),
    allowsInsecure: input.allowsInsecure ? 1 : 0,
    ignoresEdits: input.ignoresEdits ? 1 : 0,
    usesFetcher: input.usesFetcher ? 1 : 0,
  }
}
