/** Accepts pictures that browsers can show, by their first bytes: names and headers are not trusted. */
import { pictureType } from '../accounts/picture.ts'

const ICON = '00000100'
const AVIF_SEQUENCE = '6674797061766973'
/** An SVG document, perhaps after declarations and comments. */
const SVG = /^\s*(<\?xml[^>]*>\s*)?((<!--[^]*?-->|<!doctype svg[^>]*>)\s*)*<svg[\s>]/i

/**
 * SVG is accepted with its content type only. It runs no code: within a page browsers show it without scripts, and opened
 * alone it has the sandbox of every response (http/security-headers.ts).
 * @param declared the Content-Type header @returns the content type to serve, or null where it is no picture
 */
export function pictureContentType(bytes: Uint8Array, declared: string): string | null {
  const bitmap = pictureType(bytes)
  if (bitmap) return bitmap
  const start = Buffer.from(bytes.subarray(0, 1024))
  const hex = start.toString('hex')
  if (hex.startsWith(ICON)) return 'image/x-icon'
  if (hex.startsWith(AVIF_SEQUENCE, 8)) return 'image/avif'
  if (/^image\/(x-ms-)?bmp\b/i.test(declared) && start.toString('latin1').startsWith('BM')) return 'image/bmp'
  return /^image\/svg\+xml\b/i.test(declared) && SVG.test(start.toString()) ? 'image/svg+xml' : null
}
