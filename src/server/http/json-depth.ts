/**
 * Measures how deep a JSON text is nested before it is parsed: recursive code on parsed values would overflow the
 * stack.
 */

/** Far above what any call needs: the deepest, a rule's condition, has seven levels. */
const LEVELS_MAX = 100
/** The message for the client. */
export const TOO_DEEP = `The body is nested deeper than ${LEVELS_MAX} levels.`

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** @returns true when lists and objects are nested deeper than {@link LEVELS_MAX}; unspecified for invalid JSON */
export function isTooDeep(json: string): boolean {
  let level = 0
  let isText = false
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (isText) {
      if (code === BACKSLASH) at += 1
      else if (code === QUOTE) isText = false
    } else if (code === QUOTE) isText = true
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      level += 1
      if (level > LEVELS_MAX) return true
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) level -= 1
  }
  return false
}
