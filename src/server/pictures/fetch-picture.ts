/** Fetches a picture through the outbound guard, within bounds of size and time. */
import { createHash } from 'node:crypto'
import type { Limits, Outbound } from '../outbound/index.ts'
import type { StoredPicture } from './disk-cache.ts'
import { pictureContentType } from './picture-content.ts'

/** Pictures are smaller than feeds, and a page shows many of them. */
export const PICTURE_LIMITS: Partial<Limits> = {
  encoded: 10_000_000,
  decoded: 10_000_000,
  time: 20_000,
  silence: 8_000,
  redirects: 5,
}

/** The outbound client sends neither cookies nor a referrer. */
const headers = { accept: 'image/avif,image/webp,image/apng,image/svg+xml,image/*;q=0.8' }

/** @param now ms since 1970 @returns null where no picture can be fetched from there */
export async function fetchPicture(
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
