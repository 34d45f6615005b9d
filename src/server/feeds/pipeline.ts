/** Dependencies of the pipeline's steps with side effects. */
import type { RulePlugins } from '../actions/rule-plugins.ts'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import type { Outbound, OutsideFetcher } from '../outbound/index.ts'
import type { FeedRequest } from './fetch/feed-request.ts'
import type { Located } from './fetch/schemes.ts'
import type { RecentPages } from './pages/recent-pages.ts'
import type { Parsing } from '../parsing/parsing.ts'
import type { AccountRoom } from '../storage/accounts/account-room.ts'
import type { Storage } from '../storage/open.ts'
import type { StoredSecrets } from '../storage/engine/stored-secrets.ts'

export type Pipeline = {
  readonly config: Pick<Config, 'PUBLIC_URL' | 'FETCH_ALLOW' | 'FETCHER_URL'>
  readonly storage: Storage
  readonly log: Log
  readonly outbound: Outbound
  /** Fetches pages whose content scripts make; absent where none is set up. */
  readonly fetcher?: OutsideFetcher | null
  /** While a user selects on a page; absent otherwise. */
  readonly recentPages?: RecentPages
  readonly parsing: Parsing
  /** Remaining space of accounts for their own feeds; unlimited when absent. */
  readonly room?: AccountRoom
  /** Seals and opens the passwords and cookies of feeds. */
  readonly secrets: StoredSecrets
  /** Request settings of a user who has typed a name and a password; absent: the public request. */
  readonly settingsFor?: (address: string) => FeedRequest | null
  /** The scheme of an address that a plugin reads, and where it leads; null for any other address. */
  readonly locate?: (address: string) => Promise<Located | null>
  /** ms since 1970 */
  readonly now: () => number
  readonly newId: () => string
  /** Evaluates conditions of plugins in rules. */
  readonly rulePlugins: RulePlugins
  /** A feed's position in the time over which feeds are spread, 0 to 1. */
  readonly share: (feedId: string) => number
}
