/** JSON as people and broken lines send it. */
export type JsonRead = { readonly value: unknown; readonly rescued: string | null }

/** @returns null for what is not JSON at all */
export function readJson(text: string): JsonRead | null {
  const value = attempt(text)
  if (value !== undefined) return { value, rescued: null }
  // eslint-disable-next-line no-control-regex -- these are the characters meant
  const tidy = text.replace(/,(\s*[\]}])/g, '$1').replace(/[\u0000-\u001f]+/g, ' ')
  const mended = attempt(tidy)
  if (mended !== undefined)
    return { value: mended, rescued: 'left out commas and characters that JSON forbids' }
  const closed = attempt(closedAfterLastItem(tidy))
  return closed === undefined
    ? null
    : { value: closed, rescued: 'closed the document after its last complete entry' }
}

function attempt(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Cut off somewhere: ends after the last whole object of the outermost list, and closes what is open there. */
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
