/** The settings with which a feed is requested for one user. */
import type { OutboundRequest } from '../../outbound/index.ts'
import { feedRequestOf, isRequestedForUser } from '../../storage/feed-requests.ts'
import type { FeedRow } from '../../storage/schema.ts'
import type { Pipeline } from '../pipeline.ts'

export type FeedRequest = Required<Pick<OutboundRequest, 'headers' | 'route'>> & {
  readonly hasSecrets: boolean
  readonly allowsInsecure: boolean
  readonly ignoresEdits: boolean
  /** By the outside fetcher, which receives nothing but the address. */
  readonly usesFetcher: boolean
}

/** @returns null for a feed that is requested for everybody */
export async function requestSettingsOf(
  { storage, secrets }: Pick<Pipeline, 'storage' | 'secrets'>,
  feed: Pick<FeedRow, 'id' | 'url'>,
): Promise<FeedRequest | null> {
  // Crawls ask the database for few feeds only.
  const row = isRequestedForUser(feed.url) ? await feedRequestOf(storage, feed.id) : undefined
  if (!row) return null
  const [password, cookie] = [row.password, row.cookie].map((sealed) => sealed && secrets.open(sealed))
  const credentials = row.username || password ? `${row.username ?? ''}:${password ?? ''}` : null
  return {
    headers: {
      ...(row.userAgent && { 'user-agent': row.userAgent }),
      ...(cookie && { cookie }),
      ...(credentials && { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
    },
    route: {
      ...(row.proxy && { proxy: row.proxy }),
      acceptsAnyCertificate: row.allowsInsecure === 1,
    },
    hasSecrets: Boolean(cookie ?? credentials),
    allowsInsecure: row.allowsInsecure === 1,
    ignoresEdits: row.ignoresEdits === 1,
    usesFetcher: row.usesFetcher === 1,
  }
}
