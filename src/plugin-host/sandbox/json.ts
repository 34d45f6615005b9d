/** Messages as texts: JSON, in which bytes are base64. */
const BYTES = '$lectern:bytes'
const CHUNK = 8192

export const toText = (message: unknown): string =>
  JSON.stringify(message, (_, part: unknown) =>
    part instanceof Uint8Array ? { [BYTES]: base64Of(part) } : part,
  )

/** @throws SyntaxError, RangeError for a value that is too deep, DOMException for bytes that are no base64 */
export const fromText = (text: string): unknown =>
  JSON.parse(text, (name, part: unknown) => {
    if (name === '__proto__') return undefined
    const base64 = typeof part === 'object' && part !== null && (part as Record<string, unknown>)[BYTES]
    return typeof base64 === 'string' ? bytesOf(base64) : part
  })

function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  return btoa(text)
}

const bytesOf = (base64: string): Uint8Array =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
