/**
 * The article text that a page declares as metadata (schema.org `articleBody`). It is plain text, often only the
 * beginning, so it cannot replace the article; but it shows whether the right part of the page was extracted, and where it is.
 */

type PageElement = {
  readonly textContent: string | null
  readonly children: Iterable<PageElement>
  readonly localName: string
}
type Page = Pick<PageElement, 'textContent' | 'children'> & {
  readonly querySelectorAll: (selector: string) => Iterable<PageElement>
}

/** Characters; a shorter text is no reliable reference. */
const LENGTH_MIN = 400
/** Share of the declared words below which an extraction is another part of the page. */
const RECALL_MIN = 0.6
const CONTAINED_RECALL = 0.9
const LEVELS_MAX = 60

/** @returns null when nothing long enough is declared */
export function declaredContent(page: Page): string | null {
  const bodies = [...page.querySelectorAll('script[type="application/ld+json"]')].flatMap(({ textContent }) =>
    bodiesIn(parsed(textContent ?? '')),
  )
  const longest = bodies.toSorted((a, b) => b.length - a.length)[0]
  return longest && longest.length >= LENGTH_MIN ? longest : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.trim().replace(/;$/, ''))
  } catch {
    return null
  }
}

function bodiesIn(value: unknown, depth = 0): string[] {
  if (typeof value !== 'object' || value === null || depth > 5) return []
  const declared = 'articleBody' in value && typeof value.articleBody === 'string' ? [value.articleBody] : []
  const inner = Array.isArray(value) ? value : '@graph' in value ? [value['@graph']] : []
  return [...declared, ...inner.flatMap((item) => bodiesIn(item, depth + 1))]
}

/** Whether the extracted text differs from the declared one. */
export const hasMissed = (extracted: string, declared: string): boolean =>
  sharedText(extracted, declared).recall < RECALL_MIN

/** @returns the smallest element that contains the declared text; null when not even the page does */
export function positionOf<T extends PageElement>(page: T, declared: string): T | null {
  const containsText = (element: PageElement) =>
    sharedText(element.textContent ?? '', declared).recall >= CONTAINED_RECALL
  if (!containsText(page)) return null
  let element: PageElement = page
  for (let level = 0; level < LEVELS_MAX; level += 1) {
    const inner: PageElement | undefined = [...element.children].find(
      (child) => !/^(script|style|noscript|head)$/.test(child.localName) && containsText(child),
    )
    if (!inner) break
    element = inner
  }
  return element as T
}

/** How similar two texts are by words and their frequency. Order is ignored: a page may arrange its parts differently. */

export type Shared = {
  /** The share of the first text's words that the second has, and vice versa. From 0 to 1. */
  readonly precision: number
  readonly recall: number
  /** Their harmonic mean. */
  readonly score: number
}

const termsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

export function sharedText(text: string, other: string): Shared {
  const terms = termsOf(text)
  const left = new Map<string, number>()
  const others = termsOf(other)
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1)
  let shared = 0
  for (const word of terms) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    left.set(word, count - 1)
    shared += 1
  }
  const precision = terms.length > 0 ? shared / terms.length : 0
  const recall = others.length > 0 ? shared / others.length : 0
  return { precision, recall, score: shared > 0 ? (2 * precision * recall) / (precision + recall) : 0 }
}
