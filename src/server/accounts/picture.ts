/** Detects the type of an uploaded picture by its first bytes: names and headers are not trusted. */
const signatures: readonly [type: string, at: number, bytes: string][] = [
  ['image/png', 0, '89504e470d0a1a0a'],
  ['image/jpeg', 0, 'ffd8ff'],
  ['image/gif', 0, '474946383761'],
  ['image/gif', 0, '474946383961'],
  ['image/webp', 8, '57454250'],
  ['image/avif', 4, '6674797061766966'],
]

/** Larger files are refused, to bound decoding time and database size. */
export const LONGEST_PICTURE = 2 * 1_048_576

/** @returns the content type, or null if it is not a picture that browsers show without running scripts */
export function pictureType(bytes: Uint8Array): string | null {
  const hex = Buffer.from(bytes.subarray(0, 32)).toString('hex')
  return signatures.find(([, at, signature]) => hex.startsWith(signature, at * 2))?.[0] ?? null
}
