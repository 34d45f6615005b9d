/** Pictures of entries, fetched by this server in place of the browser (IMAGE_PROXY). */
import { join } from 'node:path'
import PQueue from 'p-queue'
import { createHash } from 'node:crypto'
import type { Config } from '../config.ts'
import { createOutbound, userAgentOf, type Limits, type Outbound } from '../outbound/index.ts'
import { createSignedAddresses } from '../http/signed-addresses.ts'
import { createPictureCache, type StoredPicture } from './disk-cache.ts'
import { pictureType } from '../accounts/picture.ts'

export type Pictures = {
  /**
   * @param every also those that IMAGE_PROXY leaves to the browser, unless it is `off`
   * @returns the path of a picture on this server, or null
   */
  readonly sign: (url: string, every?: boolean) => string | null
  readonly isSigned: (url: string, signature: string) => boolean
  /** From the cache or its origin. @returns null where no picture can be fetched */
  readonly picture: (url: string) => Promise<StoredPicture | null>
  readonly close: () => Promise<void>
}

const DAY_MS = 86_400_000
/** A stored picture is not fetched again before this age. */
const FRESH_MS = 7 * DAY_MS
/** An address without a picture is not fetched again before this age. */
const FAILURE_MS = 60_000
const FAILURES_MAX = 1000
/** Concurrent fetches; each takes up to ten megabytes of memory. */
const CONCURRENCY = 8

/** @param options.secret the server's own @param options.limits for tests */
export function createPictures(options: {
  readonly config: Pick<Config, 'IMAGE_PROXY' | 'IMAGE_CACHE_MB' | 'DATA_DIR' | 'FETCH_ALLOW' | 'PUBLIC_URL'>
  readonly secret: string
  readonly now: () => number
  readonly limits?: Partial<Limits> | undefined
}): Pictures {
  const { config, secret, now } = options
  const addresses = createSignedAddresses(secret, 'pictures')
  const cache = createPictureCache({
    dir: join(config.DATA_DIR, 'pictures'),
    maxBytes: config.IMAGE_CACHE_MB * 1_000_000,
    now,
  })
  const outbound = createOutbound({
    allow: config.FETCH_ALLOW,
    userAgent: userAgentOf(config.PUBLIC_URL),
    limits: { ...PICTURE_LIMITS, ...options.limits },
  })
  const queue = new PQueue({ concurrency: CONCURRENCY })
  /** Fetches in flight, by address: several rows may show one picture. */
  const pending = new Map<string, Promise<StoredPicture | null>>()
  /** Times until which an address is not fetched again, ms since 1970, oldest first. */
  const failures = new Map<string, number>()

  const fetchAndStore = async (url: string): Promise<StoredPicture | null> => {
    const picture = await queue.add(() => fetchPicture(outbound, url, now))
    if (picture) await cache.write(url, picture)
    else rememberFailure(url)
    return picture
  }
  const rememberFailure = (url: string) => {
    failures.delete(url)
    failures.set(url, now() + FAILURE_MS)
    const [oldest] = failures.keys()
    if (failures.size > FAILURES_MAX && oldest !== undefined) failures.delete(oldest)
  }
  const fetchOnce = (url: string) => {
    const running = pending.get(url)
    if (running) return running
    const fetching = fetchAndStore(url).finally(() => pending.delete(url))
    pending.set(url, fetching)
    return fetching
  }
  return {
    sign: (url, every = false) =>
      isProxied(every && config.IMAGE_PROXY !== 'off' ? 'all' : config.IMAGE_PROXY, url)
        ? addresses.sign(url)
        : null,
    isSigned: (url, signature) => config.IMAGE_PROXY !== 'off' && addresses.isSigned(url, signature),
    async picture(url) {
      const stored = await cache.read(url)
      if (stored && now() - stored.fetchedAt < FRESH_MS) return stored
      // An outdated picture is better than none while its origin cannot be reached.
      if ((failures.get(url) ?? 0) > now()) return stored
      return (await fetchOnce(url)) ?? stored
    },
    close: () => outbound.close(),
  }
}

const isProxied = (mode: Config['IMAGE_PROXY'], url: string): boolean =>
  mode === 'all' || (mode === 'insecure' && /^http:/i.test(url))

// Fetches a picture through the outbound guard, within bounds of size and time.

/** Pictures are smaller than feeds, and a page shows many of them. */
const PICTURE_LIMITS: Partial<Limits> = {
  encoded: 10_000_000,
  decoded: 10_000_000,
  time: 20_000,
  silence: 8_000,
  redirects: 5,
}

/** The outbound client sends neither cookies nor a referrer. */
const headers = { accept: 'image/avif,image/webp,image/apng,image/svg+xml,image/*;q=0.8' }

/** @param now ms since 1970 @returns null where no picture can be fetched from there */
async function fetchPicture(
  outbound: Outbound,
  url: string,
  now: () => number,
): Promise<StoredPicture | null> {
  const response = await outbound.ask(url, { headers })
  if (!response.ok || response.status !== 200) return null
  const bytes = Buffer.from(response.bytes)
  const type = pictureContentType(bytes, response.headers['content-type'] ?? '')
  if (type === null) return null
  const etag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  return { type, etag, bytes, fetchedAt: now() }
}

/** Accepts pictures that browsers can show, by their first bytes: names and headers are not trusted. */
const ICON = '00000100'
const AVIF_SEQUENCE = '6674797061766973'
/** An SVG document, perhaps after declarations and comments. */
const SVG = /^\s*(<\?xml[^>]*>\s*)?((<!--[^]*?-->|<!doctype svg[^>]*>)\s*)*<svg[\s>]/i

/**
 * SVG is accepted with its content type only. It runs no code: within a page browsers show it without scripts, and opened
 * alone it has the sandbox of every response (http/security-headers.ts).
 * @param declared the Content-Type header @returns the content type to serve, or null where it is no picture
 */
function pictureContentType(bytes: Uint8Array, declared: string): string | null {
  const bitmap = pictureType(bytes)
  if (bitmap) return bitmap
  const start = Buffer.from(bytes.subarray(0, 1024))
  const hex = start.toString('hex')
  if (hex.startsWith(ICON)) return 'image/x-icon'
  if (hex.startsWith(AVIF_SEQUENCE, 8)) return 'image/avif'
  if (/^image\/(x-ms-)?bmp\b/i.test(declared) && start.toString('latin1').startsWith('BM')) return 'image/bmp'
  return /^image\/svg\+xml\b/i.test(declared) && SVG.test(start.toString()) ? 'image/svg+xml' : null
}
