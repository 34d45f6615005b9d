/** Groups of repeated elements of a page, which may be the entries of a feed. Pure. */
import type { PageCandidate } from '../../../contract/page-feeds.ts'
import type { PageSelectors } from '../../../contract/page-address.ts'
import { readDate } from '../normalise/dates.ts'
import { contentOf, lineOf, type Page, type PageElement } from './page-document.ts'
import { partsOfItem } from './parts-of-item.ts'

export type Candidate = PageCandidate & { readonly items: readonly PageElement[] }

const CANDIDATES_MAX = 24
/** Minimum number of repeated elements. */
const ITEMS_MIN = 3
/** Number of items that are examined to rate a group and to find its parts. */
const SAMPLED = 20
/** Number of groups that are rated, the largest first. */
const WEIGHED_MAX = 120
const SAMPLES = 3
/** Elements that contain no entries. */
export const SKIPPED = new Set('script style template noscript svg math iframe object select form'.split(' '))
const ASIDE = 'nav, header, footer, aside, menu, [role="navigation"], [role="banner"], [role="contentinfo"]'
const AUTOMATIC = { title: '', link: '', date: '', summary: '' }
/** The share of the items that must have a part. */
const MOST = 0.5

/** @returns best first */
export function candidatesIn(page: Page): Candidate[] {
  const groups = [...groupsIn(contentOf(page))]
    .filter(([, items]) => items.length >= ITEMS_MIN)
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, WEIGHED_MAX)
  const weighed = groups
    .map(([selector, items]) => ({ selector, items, weight: weightOf(items, page.base) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  const seen = new Set<string>()
  const candidates: Candidate[] = []
  for (const { selector } of weighed) {
    if (candidates.length === CANDIDATES_MAX) break
    const items = [...page.document.querySelectorAll(selector)]
    // Two selectors of the same elements are one candidate.
    const links = JSON.stringify(
      sampleOf(items).map((item) => partsOfItem(item, { item: '', ...AUTOMATIC }, page.base).url),
    )
    const key = `${items.length} ${items[0]?.localName} ${links}`
    if (seen.has(key)) continue
    seen.add(key)
    const selectors = { item: selector, ...partSelectors(items) }
    candidates.push({ selectors, count: items.length, samples: titlesOf(items, selectors, page.base), items })
  }
  return candidates
}

/** Elements by a selector that matches them: of the same name and class, and of the same name below parents of the same selector. */
function groupsIn(content: PageElement): Map<string, PageElement[]> {
  const groups = new Map<string, PageElement[]>()
  const add = (selector: string, element: PageElement) => {
    const existing = groups.get(selector)
    if (existing) existing.push(element)
    else groups.set(selector, [element])
  }
  const pending: { element: PageElement; selector: string }[] = [
    { element: content, selector: content.localName },
  ]
  for (let next = pending.pop(); next; next = pending.pop()) {
    for (const child of next.element.children) {
      const name = child.localName
      if (SKIPPED.has(name) || !/^[a-z][a-z\d-]*$/.test(name)) continue
      const classes = stableClasses(child)
      for (const one of classes) add(`${name}.${one}`, child)
      add(`${next.selector} > ${name}`, child)
      pending.push({ element: child, selector: parentSelector(child, name, classes, next.selector) })
    }
  }
  return groups
}

function parentSelector(
  element: PageElement,
  name: string,
  classes: readonly string[],
  outer: string,
): string {
  const id = element.getAttribute('id') ?? ''
  if (isStable(id)) return `#${id}`
  if (classes[0] !== undefined) return `${name}.${classes[0]}`
  // Three steps suffice; more break with every change of the page.
  return [...outer.split(' > ').slice(-2), name].join(' > ')
}

/** Names that new entries or a new version of the page are likely to have: no numbers, no hashes of build tools. */
export const isStable = (name: string): boolean =>
  /^[a-z_-][\w-]{1,40}$/i.test(name) && !/\d{2,}|^-\d|[a-z]\d[a-z]|__[\w-]{5}$/i.test(name)
export const stableClasses = (element: PageElement): string[] => [
  ...new Set([...element.classList].filter(isStable)),
]

const sampleOf = (items: readonly PageElement[]): readonly PageElement[] => items.slice(0, SAMPLED)

/** Entries have different addresses, long titles, perhaps headings and times, unlike menus. */
function weightOf(items: readonly PageElement[], base: string): number {
  const sample = sampleOf(items)
  const parts = sample.map((item) => partsOfItem(item, { item: '', ...AUTOMATIC }, base))
  const urls = new Set(parts.flatMap(({ url }) => url ?? []))
  const linked = urls.size / sample.length
  if (linked < MOST) return 0
  const length = parts.reduce((sum, { title }) => sum + Math.min(title.length, 80), 0) / sample.length
  const share = (selector: string) =>
    sample.filter((item) => item.querySelector(selector) !== null).length / sample.length
  const one = sample.filter((item) => item.querySelectorAll('a[href]').length <= 12).length / sample.length
  const isAside = sample[0]?.closest(ASIDE) != null
  return (
    Math.sqrt(Math.min(items.length, 30)) *
    linked *
    one *
    (5 + length) *
    (1 + share('h1, h2, h3, h4, h5, h6') + share('time') / 2 + share('p') / 4) *
    (isAside ? 0.2 : 1)
  )
}

const titlesOf = (items: readonly PageElement[], selectors: PageSelectors, base: string): string[] =>
  items
    .map((item) => partsOfItem(item, selectors, base).title)
    .filter((title) => title !== '')
    .slice(0, SAMPLES)

/** The selectors of the parts, where most items have them. */
function partSelectors(items: readonly PageElement[]): Omit<PageSelectors, 'item'> {
  const sample = sampleOf(items)
  const title = titleSelector(sample)
  return {
    title,
    link: title !== '' && inMost(sample, `${title} a[href]`) ? `${title} a` : '',
    date: inMost(sample, 'time') ? 'time' : classOfMost(sample, /date|time|publish|posted/i, isDate),
    summary:
      classOfMost(
        sample,
        /summary|excerpt|teaser|desc|abstract|intro|lead/i,
        (element) => lineOf(element).length > 20,
      ) || (inMost(sample, 'p') ? 'p' : ''),
  }
}

function titleSelector(sample: readonly PageElement[]): string {
  const heading = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].find((name) => inMost(sample, name))
  return heading ?? classOfMost(sample, /title|headline/i, (element) => lineOf(element) !== '')
}

const isDate = (element: PageElement): boolean =>
  readDate(element.getAttribute('datetime') ?? lineOf(element)) !== null

const inMost = (sample: readonly PageElement[], selector: string): boolean =>
  sample.filter((item) => lineOf(item.querySelector(selector)) !== '').length > sample.length * MOST

/** A class with such a name that occurs in most items; empty for none. */
function classOfMost(
  sample: readonly PageElement[],
  name: RegExp,
  fits: (element: PageElement) => boolean,
): string {
  const counts = new Map<string, number>()
  for (const item of sample) {
    const classes = [...item.querySelectorAll('[class]')]
      .slice(0, 200)
      .filter((element) => stableClasses(element).some((one) => name.test(one)) && fits(element))
      .flatMap(stableClasses)
      .filter((one) => name.test(one))
    for (const one of new Set(classes)) counts.set(one, (counts.get(one) ?? 0) + 1)
  }
  const [best] = [...counts].toSorted(([, a], [, b]) => b - a)
  return best && best[1] > sample.length * MOST ? `.${best[0]}` : ''
}
