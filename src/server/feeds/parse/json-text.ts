/** Reads malformed and truncated JSON. */
export type JsonRead = { readonly value: unknown; readonly rescued: string | null }

/** @returns null if it is not JSON at all */
export function readJson(text: string): JsonRead | null {
  const value = attempt(text)
  if (value !== undefined) return { value, rescued: null }
  const tidy = tidied(text)
  const mended = attempt(tidy)
  if (mended !== undefined)
    return { value: mended, rescued: 'left out commas and characters that JSON forbids' }
  const closed = attempt(closedAfterLastItem(tidy))
  return closed === undefined
    ? null
    : { value: closed, rescued: 'closed the document after its last complete entry' }
}

/** Strings, or the text between them: a comma before a closing bracket may be part of a string. */
const PARTS = /"(?:[^"\\]+|\\.?)*(?:"|$)|[^"]+/gs
// eslint-disable-next-line no-control-regex -- matches these characters on purpose
const CONTROLS = /[\u0000-\u001f]/g
const RAW_SPACES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Escapes line ends and tabs in strings, and removes other control characters and superfluous commas. */
const tidied = (text: string): string =>
  text.replace(PARTS, (part) =>
    part.startsWith('"')
      ? part.replace(CONTROLS, (letter) => RAW_SPACES[letter] ?? ' ')
      : part.replace(CONTROLS, ' ').replace(/,(\s*[\]}])/g, '$1'),
  )

function attempt(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** For truncated JSON: ends after the last complete object of the outermost list, and closes open brackets. */
function closedAfterLastItem(text: string): string {
  const open: string[] = []
  let best = ''
  let inText = false
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? ''
    if (inText) {
      if (letter === '\\') at += 1
      else if (letter === '"') inText = false
    } else if (letter === '"') inText = true
    else if (letter === '{' || letter === '[') open.push(letter === '{' ? '}' : ']')
    else if (letter === '}' || letter === ']') {
      open.pop()
      if (open.length === 2) best = `${text.slice(0, at + 1)}${open.toReversed().join('')}`
    }
  }
  return best
}
