/** Finds a text in rendered content. */

/** More are not counted, so that a single letter in a huge page stays fast. */
export const MAX_MATCHES = 2000
const separate =
  'p,li,h1,h2,h3,h4,h5,h6,pre,blockquote,td,th,dt,dd,figcaption,div,section,summary,article,header'

/** @returns ranges in the order of the page; capitals do not matter, and no match goes over the end of a paragraph */
export function findMatches(root: Element, query: string): Range[] {
  const needle = fold(query)
  if (needle.trim() === '') return []
  const ranges: Range[] = []
  for (const texts of paragraphsOf(root)) {
    const text = fold(texts.map(({ data }) => data).join(''))
    for (
      let at = text.indexOf(needle);
      at >= 0 && ranges.length < MAX_MATCHES;
      at = text.indexOf(needle, at + needle.length)
    )
      ranges.push(rangeOf(texts, at, at + needle.length))
  }
  return ranges
}

/** In lower case with the same length: a letter whose lower case is longer stays as it is. */
const fold = (text: string): string => {
  const lower = text.toLowerCase()
  return lower.length === text.length
    ? lower
    : Array.from(text, (letter) => {
        const small = letter.toLowerCase()
        return small.length === letter.length ? small : letter
      }).join('')
}

function paragraphsOf(root: Element): Text[][] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const paragraphs: Text[][] = []
  let block: Element | null | undefined
  while (walker.nextNode()) {
    const text = walker.currentNode as Text
    if (text.parentElement?.closest('[hidden]')) continue
    const own = text.parentElement?.closest(separate)
    if (own !== block || paragraphs.length === 0) paragraphs.push([])
    block = own
    paragraphs.at(-1)?.push(text)
  }
  return paragraphs
}

function rangeOf(texts: readonly Text[], from: number, to: number): Range {
  const range = document.createRange()
  let at = 0
  for (const text of texts) {
    const end = at + text.data.length
    if (from >= at && from < end) range.setStart(text, from - at)
    if (to > at && to <= end) {
      range.setEnd(text, to - at)
      break
    }
    at = end
  }
  return range
}
