/** The pictures of feeds: wished for by readers, fetched by a job. */
import { pictureType } from '../accounts/picture.ts'
import type { Services } from '../http/routes.ts'
import { enqueueAll } from '../jobs/jobs.ts'
import type { Queues } from '../jobs/runner.ts'
import { iconChecks, storeIcon, type IconCheck } from '../storage/feed-icons.ts'
import { feedsById } from '../storage/feeds-read.ts'
import type { FeedRow } from '../storage/schema.ts'

const ICONS = 'icons'
const DAY_MS = 86_400_000
const KEPT_MS = 30 * DAY_MS
const MISSED_MS = 7 * DAY_MS
/** For both places of a picture together, ms. */
const PATIENCE_MS = 20_000
/** Base64 of five hundred of them stands in one answer. */
const LONGEST = 65_536
/** Jobs that one question may make; the next question makes the next ones. */
const AT_ONCE = 200

type Pictured = Pick<FeedRow, 'id' | 'url' | 'image' | 'siteUrl'>

/** Has those pictures fetched that are not known, or were looked for long ago. @returns what is known, waiting for none of them */
export async function requestIcons(
  { storage, now }: Pick<Services, 'storage' | 'now'>,
  feeds: readonly Pictured[],
): Promise<ReadonlyMap<string, IconCheck>> {
  const known = await iconChecks(
    storage,
    feeds.map(({ id }) => id),
  )
  const due = feeds.filter((feed) => isDue(feed, known.get(feed.id), now()))
  const jobs = due.slice(0, AT_ONCE).map(({ id }) => ({ key: id, payload: null }))
  await enqueueAll(storage, ICONS, jobs, now())
  return known
}

function isDue(feed: Pictured, known: IconCheck | undefined, now: number): boolean {
  const [source] = placesOf(feed)
  if (!source) return false
  if (!known || known.source !== source) return true
  return now - known.checkedAt > (known.type === null ? MISSED_MS : KEPT_MS)
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
      const [source] = feed ? placesOf(feed) : []
      if (!feed || !source) return
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(PATIENCE_MS)])
      const found = await firstPicture(outbound, placesOf(feed), signal)
      stopping.throwIfAborted()
      await storeIcon(storage, { feedId, source, ...found, checkedAt: now() })
    },
  },
})

/** Where a feed's picture may stand, best first. */
function placesOf({ url, image, siteUrl }: Pictured): string[] {
  const usual = URL.parse('/favicon.ico', siteUrl ?? url)?.href
  return [...new Set([image, usual])].filter((place) => /^https?:/i.test(place ?? '')).map(String)
}

type Found = { readonly type: string | null; readonly bytes: Uint8Array | null }

async function firstPicture(
  outbound: Services['outbound'],
  places: readonly string[],
  signal: AbortSignal,
): Promise<Found> {
  for (const place of places) {
    const answer = await outbound.ask(place, { signal })
    const bytes = answer.ok && answer.status === 200 && answer.bytes.length <= LONGEST ? answer.bytes : null
    const type = bytes && iconType(bytes)
    if (bytes && type) return { type, bytes }
  }
  return { type: null, bytes: null }
}

/** By the first bytes. A drawing (SVG) is none: most of these readers show pixels only. */
const iconType = (bytes: Uint8Array): string | null =>
  Buffer.from(bytes.subarray(0, 4)).toString('hex') === '00000100' ? 'image/x-icon' : pictureType(bytes)
