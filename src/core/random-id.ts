/** The used part of the Web Crypto API. */
type RandomSource = { readonly crypto: { getRandomValues(bytes: Uint8Array): Uint8Array } }

/**
 * A random UUID (RFC 9562, version 4). `crypto.randomUUID` exists in secure contexts only, so not at an http address of a
 * local network.
 */
export function randomId(): string {
  const { crypto } = globalThis as unknown as RandomSource
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
