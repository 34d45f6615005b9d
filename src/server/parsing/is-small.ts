import { isPacked } from '../feeds/decode/unpack.ts'

/** Bytes or characters; longer texts are parsed in the child process. */
const LENGTH_MAX = 200_000
/** Tags and entities cost the time. A feed of this length has some 5,000 of both. */
const MARKS_MAX = 10_000
const [TAG, ENTITY] = [0x3c, 0x26]

/** Whether a document, whatever its content, takes at most a few milliseconds, so that the main thread may parse it. */
export function isSmall(text: string | Uint8Array): boolean {
  if (text.length > LENGTH_MAX) return false
  // A document that is packed in itself is as long as its parser unpacks it.
  if (typeof text !== 'string' && isPacked(text)) return false
  if (text.length <= MARKS_MAX) return true
  let marks = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = typeof text === 'string' ? text.charCodeAt(at) : text[at]
    if (code === TAG || code === ENTITY) marks += 1
  }
  return marks <= MARKS_MAX
}
