/** Whether a push comes from the hub that knows our secret (WebSub 7). */
import { createHmac, timingSafeEqual } from 'node:crypto'

const METHODS = new Set(['sha1', 'sha256', 'sha384', 'sha512'])

/** @param header X-Hub-Signature: `sha256=…` in hexadecimal digits */
export function isSigned(header: string | null, body: Uint8Array, secret: string): boolean {
  const [, method = '', digits = ''] = /^(sha\d+)=([\da-f]+)$/i.exec(header?.trim() ?? '') ?? []
  if (!METHODS.has(method.toLowerCase())) return false
  const expected = createHmac(method.toLowerCase(), secret).update(body).digest()
  const received = Buffer.from(digits, 'hex')
  return received.length === expected.length && timingSafeEqual(received, expected)
}
