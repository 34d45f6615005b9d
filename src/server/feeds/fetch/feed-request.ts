/** The settings with which a feed is requested for one user. */
import type { OutboundRequest } from '../../outbound/index.ts'
import {
  feedRequestOf,
  isRequestedForUser,
  type FeedRequestSettings,
} from '../../storage/feeds/feed-requests.ts'
import type { FeedRow } from '../../storage/schema.ts'
import type { Storage } from '../../storage/open.ts'
import type { StoredSecrets } from '../../storage/engine/stored-secrets.ts'
import { originOf, type Credentials } from './credentials.ts'

export type FeedRequest = Required<Pick<OutboundRequest, 'headers' | 'route'>> & {
  readonly hasSecrets: boolean
  readonly allowsInsecure: boolean
  readonly ignoresEdits: boolean
  /** By the outside fetcher, which receives nothing but the address. */
  readonly usesFetcher: boolean
}

/** @returns null for a feed that is requested for everybody */
export async function requestSettingsOf(
  { storage, secrets }: { readonly storage: Storage; readonly secrets: Pick<StoredSecrets, 'open'> },
  feed: Pick<FeedRow, 'id' | 'url'>,
): Promise<FeedRequest | null> {
  // Few feeds have such settings: a crawl queries only these.
  const row = isRequestedForUser(feed.url) ? await feedRequestOf(storage, feed.id) : undefined
  if (!row) return null
  const [password, cookie] = [row.password, row.cookie].map((sealed) => sealed && secrets.open(sealed))
  const credentials = row.username || password ? `${row.username ?? ''}:${password ?? ''}` : null
  return {
    headers: {
      ...(row.userAgent && { 'user-agent': row.userAgent }),
      ...(cookie && { cookie }),
      ...(credentials && basicOf(credentials)),
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

const basicOf = (credentials: string) => ({
  authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
})

/** Settings of an address with a name and a password: sent to its site, even over http if the user typed that. */
export function typedSettings(
  address: string,
  { username, password }: Credentials,
): (address: string) => FeedRequest | null {
  const origin = originOf(address)
  const settings = {
    headers: basicOf(`${username}:${password}`),
    route: {},
    hasSecrets: true,
    allowsInsecure: isPlain(address),
    ignoresEdits: false,
    usesFetcher: false,
  }
  return (other) => (originOf(other) === origin ? settings : null)
}

/** Settings to store for an address with a name and a password. @param stored those that it has already */
export function settingsWith(
  address: string,
  { username, password }: Credentials,
  secrets: Pick<StoredSecrets, 'close'>,
  stored: FeedRequestSettings = PLAIN_SETTINGS,
): FeedRequestSettings {
  return {
    ...stored,
    username,
    password: password === '' ? null : secrets.close(password),
    allowsInsecure: isPlain(address) ? 1 : stored.allowsInsecure,
  }
}

const isPlain = (address: string): boolean => originOf(address)?.startsWith('http:') === true

const PLAIN_SETTINGS: FeedRequestSettings = {
  userAgent: null,
  proxy: null,
  username: null,
  password: null,
  cookie: null,
  allowsInsecure: 0,
  ignoresEdits: 0,
  usesFetcher: 0,
}
