/** Marks references to notes in the content, and takes the note that a reference names. */

export const NOTE_REFERENCE = 'data-note'
/** Elements that a note is made of, when its target is an anchor within it. */
const noteParts = 'li,p,dd,div,aside,blockquote,td'
/** A reference to a note is short: 1, [12], *, †. */
const MAX_REFERENCE = 6

/** Marks the links that lead to a note further down. Links to headings and back references are not marked. */
export function markFootnotes(content: ParentNode): void {
  for (const link of content.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')) {
    const target = targetOf(content, link)
    if (!target || !isReference(link, target)) continue
    link.setAttribute(NOTE_REFERENCE, '')
    link.setAttribute('aria-haspopup', 'dialog')
  }
}

function isReference(link: Element, target: Element): boolean {
  const text = link.textContent?.trim() ?? ''
  if (text === '' || text.length > MAX_REFERENCE || /^h[1-6]$/.test(target.localName)) return false
  const isBefore = Boolean(link.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING)
  const isRaised = link.closest('sup') !== null || link.querySelector('sup') !== null
  return isBefore && !target.contains(link) && (isRaised || /^[[(]?(\d{1,3}|[*†‡§]{1,3})[\])]?$/.test(text))
}

/** @returns the element that an in-page link leads to */
export function targetOf(content: ParentNode, link: Element): HTMLElement | null {
  const name = CSS.escape((link.getAttribute('href') ?? '').slice(1))
  return name === '' ? null : content.querySelector<HTMLElement>(`[id="${name}"], [name="${name}"]`)
}

/** @returns a copy of the note that a reference names, without the links back */
export function noteOf(content: ParentNode, link: Element): DocumentFragment | null {
  const target = targetOf(content, link)
  if (!target) return null
  const note = target.matches(noteParts) ? target : (target.closest<HTMLElement>(noteParts) ?? target)
  const copy = document.createDocumentFragment()
  const body = note.cloneNode(true) as HTMLElement
  for (const back of body.querySelectorAll('a[href^="#"]')) back.remove()
  for (const element of body.querySelectorAll('[id],[name]')) {
    element.removeAttribute('id')
    element.removeAttribute('name')
  }
  copy.append(...body.childNodes)
  return copy
}
