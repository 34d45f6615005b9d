/** Builds the feed service from its parts. */
import { readPageAddress } from '../../contract/page-address.ts'
import { noRulePlugins, type RulePlugins } from '../actions/rule-plugins.ts'
import type { Config } from '../config.ts'
import { Refusal } from '../http/refusal.ts'
import type { Log } from '../log.ts'
import {
  createOutbound,
  createOutsideFetcher,
  userAgentOf,
  type Limits,
  type Resolve,
  type Slot,
} from '../outbound/index.ts'
import { createParsing, type Parsing } from '../parsing/parsing.ts'
import type { AccountRoom } from '../storage/accounts/account-room.ts'
import type { Storage } from '../storage/open.ts'
import type { StoredSecrets } from '../storage/engine/stored-secrets.ts'
import type { FeedFetchRow, FeedRow } from '../storage/schema.ts'
import { compileLean } from './compiling.ts'
import { discover } from './discover/discover.ts'
import { originOf, withCredentials } from './fetch/credentials.ts'
import { typedSettings } from './fetch/feed-request.ts'
import type { FeedSchemes } from './fetch/schemes.ts'
import { readAddress } from './fetch/source.ts'
import { firstFeed, follow } from './follow.ts'
import { claimProofsOf } from '../claims/proofs/proofs.ts'
import { createIsolatedReader } from './isolated-reader.ts'
import { inspectPage } from './pages/fetch-for-picking.ts'
import type { Pipeline } from './pipeline.ts'
import { createRecentPages } from './pages/recent-pages.ts'
import { createEpisodeFiles } from './episodes/episode-files.ts'
import { createReadability } from './readability/readability.ts'
import { refreshFeed } from './refresh.ts'
import { shareOf } from './schedule/next.ts'
import { createChecks } from './schedule/checks.ts'
import { createSchedule } from './schedule/schedule.ts'
import { createSites } from './schedule/sites.ts'
import type { Feeds } from './service.ts'
import { selectFeeds, type Due } from '../storage/feeds/feed-schedule.ts'
import { createUnchangedFinish } from './store/finish.ts'
import { createStoring } from './store/store-together.ts'
import { createHubCallbacks } from './websub/hub-callbacks.ts'
import { createHubs } from './websub/hubs.ts'

export { samples } from './samples/samples.ts'
export { sealAddresses } from './store/seal-addresses.ts'
export type { Feeds } from './service.ts'

export type FeedServices = {
  readonly config: Pick<Config, 'PUBLIC_URL' | 'FETCH_ALLOW' | 'FETCHER_URL'>
  readonly storage: Storage
  readonly log: Log
  readonly now: () => number
  readonly newId: () => string
  /** Addresses that plugins read; none when absent. */
  readonly feedSchemes?: Pick<FeedSchemes, 'locate'>
  /** Seals and opens the passwords and cookies of feeds. */
  readonly secrets: StoredSecrets
  /** Remaining space of accounts for their own feeds; unlimited when absent. */
  readonly room?: AccountRoom
  /** Evaluates conditions of plugins in rules; none is known when absent. */
  readonly rulePlugins?: RulePlugins
  /** Parses documents; created and closed by the service when absent. */
  readonly parsing?: Parsing
  /** Resolves host names; default: the system's resolver. */
  readonly resolve?: Resolve
  readonly limits?: Partial<Limits>
  /** The limit of requests per site across processes. */
  readonly turn?: Slot
  /** A feed's position in the time over which feeds are spread, 0 to 1; default: derived from its id. */
  readonly share?: (feedId: string) => number
  /** ms between two checks for due feeds. */
  readonly idle?: number
  /** Grace period of running fetches when the service stops, ms. */
  readonly stopTimeout?: number
}

/** The service of one process. Scheduled fetches begin with `start`. */
export function createFeeds(services: FeedServices): Feeds {
  compileLean()
  const { config, storage, resolve, limits, turn, feedSchemes } = services
  const parsing = services.parsing ?? createParsing()
  const sites = createSites(services)
  const outbound = createOutbound({
    allow: config.FETCH_ALLOW,
    userAgent: userAgentOf(config.PUBLIC_URL),
    backOff: sites,
    ...(resolve ? { resolve } : {}),
    ...(limits ? { limits } : {}),
    ...(turn ? { turn } : {}),
  })
  const fetcher =
    config.FETCHER_URL === ''
      ? null
      : createOutsideFetcher({
          address: config.FETCHER_URL,
          outbound,
          userAgent: userAgentOf(config.PUBLIC_URL),
          backOff: sites,
        })
  /** @param userId the user who previews an address, for whom a plugin finds its feed; null for scheduled fetches */
  const pipelineOf = (userId: string | null) => ({
    share: shareOf,
    rulePlugins: noRulePlugins,
    ...services,
    outbound,
    fetcher,
    parsing: userId === null ? parsing : parsing.inTurnOf(userId),
    ...(feedSchemes && { locate: (address: string) => feedSchemes.locate(address, userId) }),
  })
  const pipeline = pipelineOf(null)
  const recentPages = createRecentPages(services.now)
  /** Users change addresses of pages while they preview the result. */
  const previewPipelineOf = (userId: string | null, url: string): Pipeline => ({
    ...pipelineOf(userId),
    ...(readPageAddress(url) && { recentPages }),
    ...typedBy(url),
  })
  const running = new Map<string, Promise<FeedFetchRow>>()
  const documentReader = createIsolatedReader({ parsing })
  const hubs = createHubs(pipeline)
  const crawl = {
    ...pipeline,
    quietly: createUnchangedFinish(storage),
    store: createStoring(pipeline),
    turn: documentReader.turn,
    read: documentReader.read,
    hubs,
    sites,
  }
  const readability = createReadability(pipeline)
  const refresh = singleFlight(running, (feed) => refreshFeed(crawl, feed))
  const schedule = createSchedule({
    ...services,
    prepare: sites.load,
    run: refresh,
    interrupt: async () => {
      await outbound.close()
      await fetcher?.close()
    },
  })
  const checks = createChecks({ ...services, run: refresh })
  return {
    follow: (url, userId = null) => follow(previewPipelineOf(userId, url), url, userId),
    async preview(url, userId = null) {
      const { address, read } = await firstFeed(previewPipelineOf(userId, url), url)
      return { feed: { ...read.feed, url: asTyped(url, address) }, entries: [...read.entries] }
    },
    async discover(address, userId = null) {
      const { feeds } = await discover(previewPipelineOf(userId, address), address)
      return feeds.map((feed) => ({ ...feed, url: asTyped(address, feed.url) }))
    },
    async refresh(feedId) {
      const feed = await selectFeeds(storage.db).where('id', '=', feedId).executeTakeFirst()
      if (!feed) throw new Refusal('feedNotFound')
      return waitingResult(feed, services.now()) ?? refresh(feed)
    },
    check: checks.check,
    async inspectPage(url, usesFetcher, userId) {
      const page = await inspectPage(
        { ...pipelineOf(userId), recentPages, ...typedBy(url) },
        { url, usesFetcher },
      )
      return { ...page, url: asTyped(url, page.url) }
    },
    proofs: (url) => claimProofsOf(pipeline, url),
    readability: readability.ofEntry,
    episodes: createEpisodeFiles(pipeline),
    readPage: readability.ofPage,
    hub: createHubCallbacks(crawl),
    askHubs: hubs.round,
    start: schedule.start,
    async stop() {
      await schedule.stop()
      await checks.stop()
      if (!services.parsing) await parsing.close()
    },
  }
}

/** How addresses are requested after a user has typed one. */
function typedBy(typed: string): Pick<Pipeline, 'settingsFor'> {
  const read = readAddress(typed)
  return read?.credentials ? { settingsFor: typedSettings(read.address, read.credentials) } : {}
}

/** Adds the name and password that a user typed to an address of the same site. */
function asTyped(typed: string, address: string): string {
  const read = readAddress(typed)
  const isOfSite = read?.credentials && originOf(read.address) === originOf(address)
  return isOfSite ? withCredentials(address, read.credentials) : address
}

/** Single flight: a request for a feed that is being fetched waits for the running fetch. */
function singleFlight(
  running: Map<string, Promise<FeedFetchRow>>,
  run: (feed: Due) => Promise<FeedFetchRow>,
): (feed: Due) => Promise<FeedFetchRow> {
  return (feed) => {
    const fetching = running.get(feed.id) ?? run(feed).finally(() => running.delete(feed.id))
    running.set(feed.id, fetching)
    return fetching
  }
}

/** Retry-After also applies to users' requests. @returns a failed fetch, or null when the feed may be fetched */
function waitingResult({ id, waitUntil }: FeedRow, now: number): FeedFetchRow | null {
  if (waitUntil === null || waitUntil <= now) return null
  return {
    feedId: id,
    at: now,
    status: null,
    outcome: 'failed',
    message: `The site asks to be left alone until ${new Date(waitUntil).toISOString()}`,
    newEntries: 0,
    bytes: 0,
    milliseconds: 0,
  }
}
