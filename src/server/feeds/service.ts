/** The interface of the feed service for the rest of the server. */
import type { DiscoveredFeed } from './discover/hosts/rule.ts'
import type { ParsedEntry, ParsedFeed } from './parsed-feed.ts'
import type { FeedFetchRow, FeedRow } from '../storage/schema.ts'
import type { Proofs } from '../claims/proofs/read-proofs.ts'
import type { InspectedPage } from './pages/inspect-page.ts'
import type { EpisodeFiles } from './episodes/episode-files.ts'
import type { PageArticle } from './readability/readability.ts'
import type { FeedCheck } from './schedule/checks.ts'
import type { SafeHtml } from './sanitise/safe-html.ts'
import type { HubCallbacks } from './websub/hub-callbacks.ts'

export type Feeds = {
  /**
   * The stored feed of an address, fetched and stored first when it is new. A web page's address leads to its first feed.
   * A feed that is requested with the name and password of its address becomes the user's own.
   * @param userId the follower, for whom a plugin may find the feed at another place
   * @throws Refusal feedFetchError or feedParseError, with the cause as a message
   */
  follow(url: string, userId?: string | null): Promise<FeedRow>
  /** Like {@link Feeds.follow}, but stores nothing: a preview. */
  preview(
    url: string,
    userId?: string | null,
  ): Promise<{ feed: ParsedFeed & { url: string }; entries: ParsedEntry[] }>
  /** Every feed behind an address, best first. @throws Refusal feedFetchError */
  discover(address: string, userId?: string | null): Promise<DiscoveredFeed[]>
  /** A web page for a user to select on. @throws Refusal feedFetchError, feedParseError, invalidParameter */
  inspectPage(url: string, usesFetcher: boolean, userId: string): Promise<InspectedPage & { url: string }>
  /** Fetches one feed now, whatever its schedule, unless its site is backing off. @throws Refusal feedNotFound */
  refresh(feedId: string): Promise<FeedFetchRow>
  /**
   * Starts fetches that a user requests, and returns their state soon, also of running ones but not of
   * unknown feeds. Further calls return their progress. A feed is not fetched within a minute of its last fetch, while
   * its site is backing off or when it is gone; the number of concurrent fetches per user is limited.
   */
  check(userId: string, feedIds: readonly string[]): Promise<FeedCheck[]>
  /** The feed's current text in the elements that may contain an ownership proof. @throws Refusal feedFetchError or feedParseError */
  proofs(url: string): Promise<Proofs>
  /** The reader view of an entry's page, sanitised; null when the page has no article. @throws Refusal */
  readability(entryId: string, userId: string): Promise<SafeHtml | null>
  /** Transcripts and chapters. */
  readonly episodes: EpisodeFiles
  /** The article of a web page, sanitised; null when it has none. @throws Refusal feedFetchError, unprocessable */
  readPage(url: string, userId: string): Promise<PageArticle | null>
  /** Handles requests from hubs (WebSub). */
  readonly hub: HubCallbacks
  /** Sends due subscription, renewal and unsubscription requests to hubs. */
  askHubs(): Promise<void>
  /** Starts claiming due feeds in this process. */
  start(): void
  /** Claims no new feeds; finishes or releases the claimed ones. */
  stop(): Promise<void>
}
