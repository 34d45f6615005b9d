/** Changes to a page that a browser makes before displaying it, and the library does not. */
import type { Readability } from '@mozilla/readability'
import { isHidden } from '../parse/hidden.ts'
import { displayRulesIn, isHiddenByRules, type DisplayRule } from '../parse/style-sheets.ts'

type Page = ConstructorParameters<typeof Readability>[0]
type PageElement = Page['body']

/** Share of the text; a page that hides more reveals it by a script. */
const HIDDEN_MAX = 0.5

/** Changes the page: inserts shadow trees, turns checkboxes of tasks into text, and removes invisible elements. */
export function preparePage(page: Page): void {
  openShadowTrees(page)
  for (const box of page.querySelectorAll('li input[type="checkbox"]'))
    box.replaceWith(page.createTextNode(box.hasAttribute('checked') ? '☑ ' : '☐ '))
  removeHidden(page, (element) => isHidden(element.localName, attributesOf(element)))
  const rules = displayRulesIn(page.documentElement.outerHTML)
  if (rules.length > 0) removeHidden(page, hiddenByRules(rules))
}

/** A declarative shadow tree is shown in place of its host's content, which its slots display. */
function openShadowTrees(page: Page): void {
  // From the innermost outwards.
  for (const template of [...page.querySelectorAll('template[shadowrootmode]')].toReversed()) {
    const host = template.parentElement
    if (!host) continue
    const tree = page.createElement('div')
    tree.innerHTML = template.innerHTML
    template.remove()
    for (const slot of tree.querySelectorAll('slot')) {
      const name = slot.getAttribute('name') ?? ''
      const assigned = [...host.childNodes].filter(
        (node) => ((node as Partial<PageElement>).getAttribute?.('slot') ?? '') === name,
      )
      // An empty slot shows its own content.
      slot.replaceWith(...(assigned.some(isSaying) ? assigned : slot.childNodes))
    }
    host.replaceChildren(...tree.childNodes)
  }
}

const isSaying = ({ textContent, nodeName }: { textContent: string | null; nodeName: string }): boolean =>
  (textContent ?? '').trim() !== '' || /^(img|picture|video|audio|iframe)$/i.test(nodeName)

function removeHidden(page: Page, isUnseen: (element: PageElement) => boolean): void {
  const outermost: PageElement[] = []
  const walk = (parent: PageElement): void => {
    for (const child of [...parent.children] as unknown as PageElement[])
      if (isUnseen(child)) outermost.push(child)
      else walk(child)
  }
  walk(page.body)
  const length = outermost.reduce((sum, element) => sum + lengthOf(element), 0)
  if (length > lengthOf(page.body) * HIDDEN_MAX) return
  for (const element of outermost) element.remove()
}

/** Characters that are counted: scripts and styles are text of the page too. */
export function lengthOf(element: PageElement): number {
  const others = [...element.querySelectorAll('script,style,template,noscript')].map(
    ({ textContent }) => textContent ?? '',
  )
  return (element.textContent ?? '').length - others.join('').length
}

/** Rules and elements meet by a class, id or name, because a page may have thousands of both. */
function hiddenByRules(rules: readonly DisplayRule[]): (element: PageElement) => boolean {
  const byMark = new Map<string, (readonly [index: number, rule: DisplayRule])[]>()
  for (const [index, rule] of rules.entries()) {
    const mark = markOf(rule.selector)
    byMark.set(mark, [...(byMark.get(mark) ?? []), [index, rule]])
  }
  return (element) => {
    const met = marksOf(element)
      .flatMap((mark) => byMark.get(mark) ?? [])
      .toSorted(([a], [b]) => a - b)
      .map(([, rule]) => rule)
    return (
      met.some(({ hides }) => hides) &&
      !/(?:^|;)\s*display\s*:/i.test(element.getAttribute('style') ?? '') &&
      isHiddenByRules(met, ({ selector }) => matches(element, selector))
    )
  }
}

/** A class or id in the last part of a selector, or else its name. */
function markOf(selector: string): string {
  const last = /[^\s>+~]+$/.exec(selector)?.[0] ?? ''
  return /[.#][\w-]+/.exec(last)?.[0] ?? last.toLowerCase()
}

function marksOf(element: PageElement): string[] {
  const classes = (element.getAttribute('class') ?? '').split(/\s+/).filter((one: string) => one !== '')
  return [element.localName, `#${element.id}`, ...classes.map((one: string) => `.${one}`)]
}

function matches(element: PageElement, selector: string): boolean {
  try {
    return element.matches(selector)
  } catch {
    // Unknown to this parser of selectors.
    return false
  }
}

const attributesOf = ({ attributes }: PageElement): Record<string, string> =>
  Object.fromEntries([...attributes].map(({ name, value }) => [name, value]))
