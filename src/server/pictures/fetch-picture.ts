/** Fetches a picture through the outbound guard, within bounds of size and time. */
import { createHash } from 'node:crypto'
import type { Limits, Outbound } from '../outbound/index.ts'
import type { StoredPicture } from './disk-cache.ts'
import { pictureType } from '../accounts/picture.ts'

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
