/** What can be selected on a page. Pure; slow on large pages, hence the child process. */
import type { PageCandidate, PagePart } from '../../../contract/page-feeds.ts'
import type { Document } from '../fetch/document.ts'
import { candidatesIn, isStable, SKIPPED, stableClasses } from './candidates.ts'
import { outlineOf } from './outline.ts'
import { lineOf, parsePage, type PageElement, contentOf, type Page } from './page-document.ts'
import { sampleOf } from './page-text.ts'

export type PageInput = Pick<Document, 'bytes' | 'contentType' | 'url'>
export type InspectedPage = {
  readonly title: string | null
  readonly outline: string
  readonly candidates: readonly PageCandidate[]
  readonly parts: readonly PagePart[]
}

/** @throws PageError where the page is too large or too deep */
export function inspectPage(input: PageInput): InspectedPage {
  const page = parsePage(input)
  const candidates = candidatesIn(page)
  const numbers = new Map<PageElement, number[]>()
  candidates.forEach(({ items }, number) => {
    for (const item of items) numbers.set(item, [...(numbers.get(item) ?? []), number])
  })
  const parts = partsIn(page)
  const partNumbers = new Map(parts.map(({ element }, number) => [element, [number]]))
  return {
    title: lineOf(page.document.querySelector('title')) || null,
    outline: outlineOf(page, { candidates: numbers, parts: partNumbers }),
    candidates: candidates.map(({ items: _, ...candidate }) => candidate),
    parts: parts.map(({ element: _, ...part }) => part),
  }
}

/** The parts of a page whose changes may be followed: elements with text that a selector finds again. Pure. */
const PARTS_MAX = 40
const VISITED_MAX = 4_000
const SAMPLE = 120
/** Of its parent's text: an element with more of it is the same part. */
const SAME = 0.95
/** Elements that are a part whatever their text. */
const NAMED = new Set('main article section table dl pre blockquote'.split(' '))
/** Characters of the text of other elements. */
const LENGTH_MIN = 12

type PartOfPage = PagePart & { readonly element: PageElement }

/** @returns in the order of the page; the outermost where there are too many */
function partsIn(page: Page): PartOfPage[] {
  const found: PartOfPage[] = []
  const counts = selectorCounts(contentOf(page))
  let level = [{ element: contentOf(page), outer: Number.POSITIVE_INFINITY }]
  let visited = 0
  while (level.length > 0 && found.length < PARTS_MAX && visited < VISITED_MAX) {
    const next: typeof level = []
    for (const { element, outer } of level) {
      for (const child of element.children) {
        visited += 1
        if (SKIPPED.has(child.localName) || visited > VISITED_MAX) continue
        const text = lineOf(child)
        const selector = text.length >= LENGTH_MIN ? selectorOf(child, counts) : null
        const isPart = selector !== null && text.length < outer * SAME
        if (isPart && found.length < PARTS_MAX)
          found.push({ selector, sample: sampleOf(child, SAMPLE), length: text.length, element: child })
        next.push({ element: child, outer: isPart ? text.length : outer })
      }
    }
    level = next
  }
  const order = new Map([...page.document.querySelectorAll('*')].map((element, at) => [element, at]))
  return found.toSorted((a, b) => (order.get(a.element) ?? 0) - (order.get(b.element) ?? 0))
}

/** How many elements each of the selectors below matches. */
function selectorCounts(root: PageElement): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const element of root.querySelectorAll('*'))
    for (const selector of selectorsOf(element)) counts.set(selector, (counts.get(selector) ?? 0) + 1)
  return counts
}

function selectorsOf(element: PageElement): string[] {
  const name = element.localName
  const id = element.getAttribute('id') ?? ''
  return [
    ...(isStable(id) ? [`#${id}`] : []),
    ...(NAMED.has(name) ? [name] : []),
    ...(/^[a-z][a-z\d-]*$/.test(name) ? stableClasses(element).map((one) => `${name}.${one}`) : []),
  ]
}

/** The first selector that matches this element alone. */
const selectorOf = (element: PageElement, counts: ReadonlyMap<string, number>): string | null =>
  selectorsOf(element).find((selector) => counts.get(selector) === 1) ?? null
