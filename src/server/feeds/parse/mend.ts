/** Small mendings of a document as text, before a parser sees it. */

/** Without leading junk and without the characters that XML forbids. */
export function cleaned(text: string): string {
  const start = text.search(/[<{[]/)
  const whole = start > 0 ? text.slice(start) : text
  // eslint-disable-next-line no-control-regex -- these are the characters meant
  return whole.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').trim()
}

/** Without DOCTYPE and its entity declarations: nothing of ours reads them, and some are bombs. */
export function withoutDoctype(text: string): string {
  const start = text.search(/<!DOCTYPE/i)
  if (start < 0) return text
  const root = text.slice(start + 9).search(/<[a-z_][\w.-]*[\s>:]/i)
  return root < 0 ? text : text.slice(0, start) + text.slice(start + 9 + root)
}

/** The feed alone, where a page was put around it. As it is when the feed is the root already. */
export function unwrapped(text: string): string {
  const root = /<((?:\w+:)?(?:rss|feed|RDF))[\s>]/i.exec(text)
  const end = root ? text.lastIndexOf(`</${root[1]}>`) : -1
  if (!root || end < root.index) return text
  const before = text.slice(0, root.index)
  return /<[a-z]/i.test(before) ? text.slice(root.index, end + `</${root[1]}>`.length) : text
}

/** Cut after the last complete entry, and the open parents closed. As it is when its end is there. */
export function closed(text: string): string {
  const root = /<((?:\w+:)?(?:rss|feed|RDF))[\s>]/i.exec(text)?.[1]
  if (!root || text.includes(`</${root}>`)) return text
  const last = /^[\s\S]*<\/(?:\w+:)?(?:item|entry)\s*>/i.exec(text)?.[0]
  const channel = /rss$/i.test(root) && /<channel[\s>]/i.test(text) && !/<\/channel\s*>/i.test(last ?? text)
  return `${last ?? text}${channel ? '</channel>' : ''}</${root}>`
}

/** How many entries the document shows. */
export const itemsIn = (text: string): number => text.match(/<(?:item|entry)[\s>]/g)?.length ?? 0
