/** What people and other readers write where a feed's address belongs, made into an address that can be fetched. */

/** @returns the address, or null with nothing to fetch behind it. rsshub:// and lectern:// stay as they are */
export function feedAddress(written: string): string | null {
  const text = written.trim().replace(/[\n\r\t]/g, '')
  if (/^(rsshub|lectern):\/\/\S+$/i.test(text)) return text
  const url = URL.parse(withScheme(text))
  if (!url || !/^https?:$/.test(url.protocol) || !/[.:]|^localhost$/.test(url.hostname)) return null
  url.hash = ''
  return url.href
}

/** feed:https://a.example → https://a.example; feed://a.example → http://a.example; a.example → https://a.example */
function withScheme(text: string): string {
  if (/^feed:https?:/i.test(text)) return text.slice('feed:'.length)
  if (/^feed:\/\//i.test(text)) return `http:${text.slice('feed:'.length)}`
  if (text.startsWith('//')) return `https:${text}`
  return /^[a-z][a-z\d+.-]*:(?!\d+(\/|$))/i.test(text) ? text : `https://${text}`
}
