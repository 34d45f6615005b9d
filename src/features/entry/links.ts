/** Links of an entry: external ones open in a new tab, footnotes stay on the page, misleading ones are marked. */

/** Prefix that DOMPurify adds to ids and names of the content (SANITIZE_NAMED_PROPS). */
const PREFIX = 'user-content-'
const address = /\bhttps?:\/\/[^\s<>"'`]+[^\s<>"'`.,;:!?)\]}]/g

/** @param page address of the entry's page: the server makes links within the entry absolute */
export function dressLinks(content: DocumentFragment, page: string | null): void {
  for (const link of content.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? ''
    const target = targetName(content, href, page)
    if (target !== null) {
      link.setAttribute('href', `#${prefixed(target)}`)
      link.removeAttribute('target')
      continue
    }
    link.setAttribute('target', '_blank')
    link.setAttribute('rel', 'noopener noreferrer')
    if (isSuspicious(link.textContent ?? '', href)) link.setAttribute('data-suspicious', '')
  }
}

/** @returns the name of the element within the entry that a link leads to, or null */
function targetName(content: DocumentFragment, href: string, page: string | null): string | null {
  if (href.startsWith('#')) return href.slice(1)
  const at = href.indexOf('#')
  if (at < 0 || page === null || href.slice(0, at) !== page.split('#')[0]) return null
  const name = decoded(href.slice(at + 1))
  const id = CSS.escape(prefixed(name))
  return content.querySelector(`[id="${id}"], [name="${id}"]`) ? name : null
}

/** The server prefixes ids too, and some feeds do. */
const prefixed = (name: string): string => (name.startsWith(PREFIX) ? name : PREFIX + name)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** True when a link's text names one site and its address leads to another. */
export function isSuspicious(text: string, href: string): boolean {
  const namedHost = /(?:https?:\/\/)?((?:[\p{L}\p{N}-]+\.)+[a-z]{2,})(?=[/:?#\s]|$)/iu.exec(text.trim())?.[1]
  if (!namedHost || /\s/.test(text.trim())) return false
  const targetHost = hostOf(href)
  return targetHost !== null && siteOf(targetHost) !== siteOf(namedHost.toLowerCase())
}

/** null for anything but a web address */
export function hostOf(href: string): string | null {
  if (!URL.canParse(href)) return null
  const url = new URL(href)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.hostname : null
}

const siteOf = (host: string) =>
  host
    .replace(/^www\./, '')
    .split('.')
    .slice(-2)
    .join('.')

/** Turns addresses in plain text into links (spec 5). */
export function linkBareAddresses(content: DocumentFragment): void {
  const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) {
    const text = walker.currentNode as Text
    if (text.data.includes('://') && !text.parentElement?.closest('a,pre,code,svg,math')) texts.push(text)
  }
  for (const text of texts) text.replaceWith(...linkified(text.data))
}

function linkified(text: string): (string | HTMLAnchorElement)[] {
  const parts: (string | HTMLAnchorElement)[] = []
  let from = 0
  for (const hit of text.matchAll(address)) {
    const link = document.createElement('a')
    link.href = hit[0]
    link.textContent = hit[0]
    parts.push(text.slice(from, hit.index), link)
    from = hit.index + hit[0].length
  }
  return [...parts, text.slice(from)]
}
