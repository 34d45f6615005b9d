/** How deep a JSON text is nested, found before it is parsed: what walks parsed values level by level would run out of stack. */

/** Far above what any call takes: the deepest, a rule's condition, has seven levels. */
const LEVELS_MAX = 100
/** In words, for who sent it. */
export const TOO_DEEP = `The body is nested deeper than ${LEVELS_MAX} levels.`

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** @returns true when lists and objects stand in one another deeper than {@link LEVELS_MAX}; what is no JSON may say either */
export function isTooDeep(json: string): boolean {
  let level = 0
  let isText = false
  for (let at = 0; at < json.length; at += 1) {
    const letter = json.charCodeAt(at)
    if (isText) {
      if (letter === BACKSLASH) at += 1
      else if (letter === QUOTE) isText = false
    } else if (letter === QUOTE) isText = true
    else if (letter === OPEN_LIST || letter === OPEN_OBJECT) {
      level += 1
      if (level > LEVELS_MAX) return true
    } else if (letter === CLOSE_LIST || letter === CLOSE_OBJECT) level -= 1
  }
  return false
}
