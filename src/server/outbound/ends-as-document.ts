/**
 * Whether bytes are a complete document: JSON, or markup whose first element is closed at the end. Whatever was wrong with the
 * connection, nothing of such a document is missing.
 */
export function endsAsDocument(bytes: Uint8Array): boolean {
  // Tags are ASCII in all encodings of the Web; in UTF-16 every other byte is zero.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replaceAll('\0', '')
  const start = text.slice(0, HEAD).replace(/^[^<{[]*/, '')
  if (/^[{[]/.test(start)) return isJson(bytes)
  const root = ROOT.exec(start)?.[1]
  if (!root) return false
  const end = text.slice(-TAIL).replace(REMAINS, '')
  return end.toLowerCase().endsWith(`</${root.toLowerCase()}`)
}

const HEAD = 4096
const TAIL = 4096
/** After declarations, instructions and comments. */
const ROOT = /^(?:\s|<\?[^>]*>|<!--.*?-->|<![^>[]*(?:\[[^\]]*\]\s*)?>)*<([a-z_][\w:.-]*)/is
/** Characters that may follow the name of the last closing tag. */
const REMAINS = /\s*>(?:\s|<!--(?:(?!-->).)*-->)*$/s

function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder().decode(bytes))
    return true
  } catch {
    return false
  }
}
