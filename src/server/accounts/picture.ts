/** What an uploaded picture is, by its first bytes: a name or a header may say anything. */
const signatures: readonly [type: string, at: number, bytes: string][] = [
  ['image/png', 0, '89504e470d0a1a0a'],
  ['image/jpeg', 0, 'ffd8ff'],
  ['image/gif', 0, '474946383761'],
  ['image/gif', 0, '474946383961'],
  ['image/webp', 8, '57454250'],
  ['image/avif', 4, '6674797061766966'],
]

/** Files above this are refused, ms of decoding and room in the library being the reasons. */
export const LONGEST_PICTURE = 2 * 1_048_576

/** @returns the content type, or null for what is no picture that a browser shows without running anything */
export function pictureType(bytes: Uint8Array): string | null {
  const hex = Buffer.from(bytes.subarray(0, 32)).toString('hex')
  return signatures.find(([, at, wanted]) => hex.startsWith(wanted, at * 2))?.[0] ?? null
}
