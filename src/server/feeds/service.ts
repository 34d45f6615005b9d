/** What the rest of the server may ask of the feed rooms. */
import type { FoundFeed } from './discover/found-feed.ts'
import type { ParsedEntry, ParsedFeed } from './parsed-feed.ts'
import type { FeedFetchRow, FeedRow } from '../storage/schema.ts'
import type { Proofs } from '../claims/proofs/read-proofs.ts'
import type { SafeHtml } from './sanitise/safe-html.ts'
import type { HubCallbacks } from './websub/hub-callbacks.ts'

export type { FoundFeed }

export type Feeds = {
  /**
   * The stored feed of an address, fetched and stored first when nobody knew it. A web page's address leads to its first feed.
   * @param userId whose RSSHub instance may be asked for an rsshub:// address
   * @throws Refusal feedFetchError or feedParseError, with the cause in words
   */
  follow(url: string, userId?: string | null): Promise<FeedRow>
  /** Like {@link Feeds.follow}, but stores nothing: for a look before following. */
  preview(
    url: string,
    userId?: string | null,
  ): Promise<{ feed: ParsedFeed & { url: string }; entries: ParsedEntry[] }>
  /** Every feed behind an address, best first. @throws Refusal feedFetchError */
  discover(address: string, userId?: string | null): Promise<FoundFeed[]>
  /** Fetches one feed now, whatever its schedule, unless its site has asked to be left alone. @throws Refusal feedNotFound */
  refresh(feedId: string): Promise<FeedFetchRow>
  /** What a feed says now in the places where an owner may show that it is his. @throws Refusal feedFetchError or feedParseError */
  proofs(url: string): Promise<Proofs>
  /** The reader view of an entry's page, sanitised; null when the page has no article. @throws Refusal */
  readability(entryId: string): Promise<SafeHtml | null>
  /** What hubs say (WebSub). */
  readonly hub: HubCallbacks
  /** Asks the hubs whose promise is to begin, to go on or to end. */
  askHubs(): Promise<void>
  /** Starts claiming due feeds in this process. */
  start(): void
  /** Takes no new feeds, finishes or puts back what runs. */
  stop(): Promise<void>
}
