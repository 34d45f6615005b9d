/** How a call of the contract is handled: a table of handlers by call name, one table per resource. */
import type { Checked, OpenCall, Output, StreamedCall } from '../../contract/calls.ts'
import type { CallName } from '../../contract/paths.ts'
import type { Proof } from '../../contract/proof.ts'
import type { Access } from '../access/access.ts'
import type { PluginCommandsHolder } from '../access/plugin-commands.ts'
import type { PluginRankingsHolder } from '../access/plugin-rankings.ts'
import type { RulePluginsHolder } from '../actions/rule-plugins.ts'
import type { DemandCode } from '../accounts/codes.ts'
import type { PaymentsHolder } from '../accounts/payments.ts'
import type { Passwords } from '../accounts/passwords.ts'
import type { ProvedCall } from '../accounts/proof-rules.ts'
import type { Config } from '../config.ts'
import type { FeedFieldsHolder } from '../feeds/feed-fields.ts'
import type { FeedSchemes } from '../feeds/fetch/schemes.ts'
import type { Feeds } from '../feeds/service.ts'
import type { Live } from '../live/live.ts'
import type { Log } from '../log.ts'
import type { Outbound } from '../outbound/index.ts'
import type { Parsing } from '../parsing/parsing.ts'
import type { Pictures } from '../pictures/pictures.ts'
import type { Recordings } from '../recordings/recordings.ts'
import type { AccountRoom } from '../storage/accounts/account-room.ts'
import type { Storage } from '../storage/open.ts'
import type { Threads } from '../threads/threads.ts'
import type { StoredSecrets } from '../storage/engine/stored-secrets.ts'

/** The caller. */
export type Caller = {
  readonly id: string
  readonly admin: boolean
  readonly role: 'user' | 'trial'
  /** Absent for an app password. */
  readonly sessionId?: string
  /** Permissions of the caller's token; absent for a session, and for an app password without scopes. */
  readonly access?: Access
}

/** Services for every handler; created once at start. */
export type Services = {
  readonly config: Config
  readonly storage: Storage
  readonly feeds: Feeds
  /** Outgoing requests other than feeds: webhooks, plugins. */
  readonly outbound: Outbound
  /** Remaining space of accounts. */
  readonly room: AccountRoom
  /** Parses foreign documents. */
  readonly parsing: Parsing
  /** Pictures of entries through this server. */
  readonly pictures: Pictures
  /** Comments of entries. */
  readonly threads: Threads
  /** Recordings of entries, for offline downloads. */
  readonly recordings: Recordings
  /** Notifies open clients. */
  readonly live: Live
  readonly passwords: Passwords
  /** Seals the secrets of inboxes, addresses and keys of webhooks, and undo calls. */
  readonly secrets: StoredSecrets
  /** Addresses of feeds that plugins read; the plugin host adds them. */
  readonly feedSchemes: FeedSchemes
  /** What plugins add to the response of `status.configs`; the plugin host does. */
  readonly addedConfigs: Record<string, unknown>
  /** What users pay for; the plugin host provides how. */
  readonly payments: PaymentsHolder
  /** Fields of feeds that plugins fill; the plugin host provides them. */
  readonly feedFields: FeedFieldsHolder
  /** The rules' interface to plugins; the plugin host provides it. */
  readonly rulePlugins: RulePluginsHolder
  /** Calls of plugins for tokens, and what switches plugins on; the plugin host provides them. */
  readonly pluginCommands: PluginCommandsHolder
  /** Rankings of the query language by plugins; the plugin host provides them. */
  readonly pluginRankings: PluginRankingsHolder
  readonly log: Log
  /** Failed attempts are counted unless this is false: for tests that guess a lot. */
  readonly countsGuesses?: boolean
  /** ms since 1970 */
  readonly now: () => number
  readonly newId: () => string
}

/** One request. `user` is null only on calls marked open in the contract. */
export type RequestContext<U = Caller> = Services & {
  readonly user: U
  /** The Idempotency-Key header, if the client sent one. */
  readonly idempotencyKey: string | null
  readonly headers: Headers
  /** Aborted when the client closes the connection before the response has ended. */
  readonly signal: AbortSignal
  /** The address of the client (peer.ts). */
  readonly address: string
  /** Requires the second factor: `await demandCode(TOTPCode)`; throws 4008 or 4007 (wire-contract 1.4). */
  readonly demandCode: DemandCode
  /**
   * Requires what a call needs besides the session: `await requireProof('appPasswords.create', input)`
   * (accounts/proof-rules.ts).
   */
  readonly requireProof: (call: ProvedCall, proof: Proof) => Promise<void>
}

/** A response without its code, which `responseOf` adds (answer.ts): nothing where it has the code alone. */
export type Answer<Response> = Response extends { readonly code: 0 }
  ? [Exclude<keyof Response, 'code'>] extends [never]
    ? void
    : Omit<Response, 'code'>
  : Response
export type Handler<N extends CallName> = (
  context: RequestContext<N extends OpenCall ? Caller | null : Caller>,
  input: Checked<N>,
) => Promise<N extends StreamedCall ? AsyncIterable<string> : Answer<Output<N>>>
export type Routes = { readonly [N in CallName]?: Handler<N> }
