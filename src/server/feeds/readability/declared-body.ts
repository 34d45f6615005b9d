/**
 * The text that a page declares for machines to be its article (schema.org `articleBody`). It is bare text, often only
 * the beginning, so it is no article itself; but it tells whether the right part of the page was taken, and where it is.
 */
import { sharedWords } from './shared-text.ts'

type Place = {
  readonly textContent: string | null
  readonly children: Iterable<Place>
  readonly localName: string
}
type Page = Pick<Place, 'textContent' | 'children'> & {
  readonly querySelectorAll: (selector: string) => Iterable<Place>
}

/** Characters: a shorter one says too little to judge by. */
const LENGTH_MIN = 400
/** An extraction that has less than this of the declared words has taken another part of the page. */
const MISSED = 0.6
const HELD = 0.9
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
  const own = 'articleBody' in value && typeof value.articleBody === 'string' ? [value.articleBody] : []
  const inner = Array.isArray(value) ? value : '@graph' in value ? [value['@graph']] : []
  return [...own, ...inner.flatMap((item) => bodiesIn(item, depth + 1))]
}

/** Whether what was taken is not what the page declares. */
export const hasMissed = (taken: string, declared: string): boolean =>
  sharedWords(taken, declared).recall < MISSED

/** @returns the smallest element that holds the declared text; null when not even the page does */
export function placeOf<T extends Place>(page: T, declared: string): T | null {
  const holds = (place: Place) => sharedWords(place.textContent ?? '', declared).recall >= HELD
  if (!holds(page)) return null
  let place: Place = page
  for (let level = 0; level < LEVELS_MAX; level += 1) {
    const inner: Place | undefined = [...place.children].find(
      (child) => !/^(script|style|noscript|head)$/.test(child.localName) && holds(child),
    )
    if (!inner) break
    place = inner
  }
  return place as T
}
