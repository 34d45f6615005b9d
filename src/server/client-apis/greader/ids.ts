/** Entry ids (63 bits) in the long hexadecimal and the short decimal form of Google Reader. */
const LONG = 'tag:google.com,2005:reader/item/'

/** `tag:google.com,2005:reader/item/` and sixteen hexadecimal digits. */
export const longId = (id: string): string => `${LONG}${BigInt(id).toString(16).padStart(16, '0')}`

/**
 * Reads either form, and the sixteen digits alone. @returns null for anything else
 */
export function readId(text: string): string | null {
  const bare = text.trim()
  if (bare.startsWith('tag:')) return fromHex(bare.slice(bare.lastIndexOf('/') + 1))
  // Clients that cut the prefix keep the leading zeros; no decimal id of ours has sixteen digits.
  if (/^[\da-f]{16}$/i.test(bare)) return fromHex(bare)
  return /^\d{1,19}$/.test(bare) ? String(BigInt(bare)) : null
}

const fromHex = (digits: string): string | null =>
  /^[\da-f]{1,16}$/i.test(digits) ? String(BigInt(`0x${digits}`)) : null
