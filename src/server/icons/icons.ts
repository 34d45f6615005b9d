/** Icons of feeds: requested by clients, fetched by a job. */
import { pictureType } from '../accounts/picture.ts'
import type { Services } from '../http/routes.ts'
import { enqueueAll } from '../jobs/jobs.ts'
import type { Queues } from '../jobs/runner.ts'
import { iconChecks, storeIcon, type IconCheck } from '../storage/feeds/feed-icons.ts'
import { feedsById } from '../storage/feeds/feeds-read.ts'
import type { FeedRow } from '../storage/schema.ts'

const ICONS = 'icons'
const DAY_MS = 86_400_000
const REFRESH_MS = 30 * DAY_MS
const RETRY_MS = 7 * DAY_MS
/** Timeout for all addresses of an icon together, ms. */
const TIMEOUT_MS = 20_000
/** A response contains up to five hundred icons as base64. */
const MAX_BYTES = 65_536
/** Jobs that one request may enqueue; the next request enqueues the next ones. */
const JOBS_MAX = 200

type FeedWithIcon = Pick<FeedRow, 'id' | 'url' | 'image' | 'siteUrl'>

/** Enqueues a fetch for icons that are missing or outdated. @returns the stored icons, without waiting for the fetches */
export async function requestIcons(
  { storage, now }: Pick<Services, 'storage' | 'now'>,
  feeds: readonly FeedWithIcon[],
): Promise<ReadonlyMap<string, IconCheck>> {
  const existing = await iconChecks(
    storage,
    feeds.map(({ id }) => id),
  )
  const due = feeds.filter((feed) => isDue(feed, existing.get(feed.id), now()))
  const jobs = due.slice(0, JOBS_MAX).map(({ id }) => ({ key: id, payload: null }))
  await enqueueAll(storage, ICONS, jobs, now())
  return existing
}

function isDue(feed: FeedWithIcon, existing: IconCheck | undefined, now: number): boolean {
  const [source] = iconUrls(feed)
  if (!source) return false
  if (!existing || existing.source !== source) return true
  return now - existing.checkedAt > (existing.type === null ? RETRY_MS : REFRESH_MS)
}

export const iconQueue = ({
  storage,
  outbound,
  now,
}: Pick<Services, 'storage' | 'outbound' | 'now'>): Queues => ({
  [ICONS]: {
    concurrency: 4,
    run: async ({ key: feedId }, stopping) => {
      const feed = (await feedsById(storage, [feedId])).get(feedId)
      const [source] = feed ? iconUrls(feed) : []
      if (!feed || !source) return
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)])
      const icon = await firstIcon(outbound, iconUrls(feed), signal)
      stopping.throwIfAborted()
      await storeIcon(storage, { feedId, source, ...icon, checkedAt: now() })
    },
  },
})

/** Candidate addresses of a feed's icon, best first. */
function iconUrls({ url, image, siteUrl }: FeedWithIcon): string[] {
  const favicon = URL.parse('/favicon.ico', siteUrl ?? url)?.href
  return [...new Set([image, favicon])].filter((iconUrl) => /^https?:/i.test(iconUrl ?? '')).map(String)
}

type FetchedIcon = { readonly type: string | null; readonly bytes: Uint8Array | null }

async function firstIcon(
  outbound: Services['outbound'],
  urls: readonly string[],
  signal: AbortSignal,
): Promise<FetchedIcon> {
  for (const iconUrl of urls) {
    const response = await outbound.ask(iconUrl, { signal })
    const bytes =
      response.ok && response.status === 200 && response.bytes.length <= MAX_BYTES ? response.bytes : null
    const type = bytes && iconType(bytes)
    if (bytes && type) return { type, bytes }
  }
  return { type: null, bytes: null }
}

/** By the magic number. SVG is not accepted: most clients of this protocol show bitmaps only. */
const iconType = (bytes: Uint8Array): string | null =>
  Buffer.from(bytes.subarray(0, 4)).toString('hex') === '00000100' ? 'image/x-icon' : pictureType(bytes)
