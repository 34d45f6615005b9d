/** Lets imported feeds be requested as the file says. */
import { isOfTheWeb } from '../../contract/page-address.ts'
import type { RequestContext } from '../http/routes.ts'
import { addFeedRequest } from '../storage/feed-requests.ts'
import { feedsById } from '../storage/feeds-read.ts'
import type { ImportLine } from '../storage/imports.ts'
import type { OpmlLine } from './parse.ts'

/**
 * @param stored what became of the lines; those that were not followed by this import are left alone
 * @returns the feeds of the user's own, by the feed that they stand for
 */
export async function restoreRequests(
  { storage, user, now, newId }: Pick<RequestContext, 'storage' | 'user' | 'now' | 'newId'>,
  lines: readonly OpmlLine[],
  stored: readonly ImportLine[],
): Promise<ReadonlyMap<string, string>> {
  const own = new Map<string, string>()
  const requests = new Map(lines.flatMap(({ line, request }) => (request ? [[line, request] as const] : [])))
  const followed = stored.filter(
    ({ line, outcome }) => requests.has(line) && outcome !== 'conflict' && outcome !== 'failed',
  )
  const feeds = await feedsById(
    storage,
    followed.flatMap(({ feedId }) => feedId ?? []),
  )
  for (const { line, feedId } of followed) {
    const [feed, request] = [feeds.get(feedId ?? ''), requests.get(line)]
    if (!feed || !request || !isOfTheWeb(feed.url)) continue
    const flags = {
      allowsInsecure: request.allowsInsecure ? (1 as const) : (0 as const),
      ignoresEdits: request.ignoresEdits ? (1 as const) : (0 as const),
      usesFetcher: request.usesFetcher ? (1 as const) : (0 as const),
    }
    const settings = { ...request, ...flags, password: null, cookie: null }
    const id = newId()
    await addFeedRequest(storage, feed, { id, userId: user.id, now: now(), settings })
    own.set(feed.id, id)
  }
  return own
}
