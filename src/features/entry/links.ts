/** Links of an entry: external ones open in a new tab, footnotes stay on the page, misleading ones are marked. */

/** Prefix that DOMPurify adds to ids and names of the content (SANITIZE_NAMED_PROPS). */
const PREFIX = 'user-content-'
const address = /\bhttps?:\/\/[^\s<>"'`]+[^\s<>"'`.,;:!?)\]}]/g

export function dressLinks(content: DocumentFragment): void {
  for (const link of content.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? ''
    if (href.startsWith('#')) {
      link.setAttribute('href', `#${PREFIX}${href.slice(1)}`)
      continue
    }
    link.setAttribute('target', '_blank')
    link.setAttribute('rel', 'noopener noreferrer')
    if (isSuspicious(link.textContent ?? '', href)) link.setAttribute('data-suspicious', '')
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
