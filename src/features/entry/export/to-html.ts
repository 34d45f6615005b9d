/** An entry as one HTML file that runs nothing and fetches only its pictures and media. */
import type { ExportedEntry } from './exported-entry.ts'

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src http: https: data:; media-src http: https:"
const STYLE = `:root{color-scheme:light dark}
body{max-width:42rem;margin:2rem auto;padding:0 1rem;font:1rem/1.7 system-ui,sans-serif;overflow-wrap:anywhere}
img,video{max-width:100%;height:auto}
pre{overflow:auto;padding:1em;background:light-dark(#f4f4f2,#242422)}
table{display:block;overflow:auto;border-collapse:collapse}
td,th{padding:.3em .6em;border:1px solid #8886}
blockquote{margin-inline:0;padding-inline-start:1em;border-inline-start:3px solid #8886}
.source{color:#777}`

export function toHtml(entry: ExportedEntry): string {
  const page = document.implementation.createHTMLDocument(entry.title)
  if (entry.language) page.documentElement.lang = entry.language
  const charset = page.createElement('meta')
  charset.setAttribute('charset', 'utf-8')
  const policy = page.createElement('meta')
  policy.httpEquiv = 'Content-Security-Policy'
  policy.content = POLICY
  const style = page.createElement('style')
  style.textContent = STYLE
  page.head.prepend(charset, policy)
  page.head.append(style)

  const article = page.createElement('article')
  article.dir = 'auto'
  const title = page.createElement('h1')
  title.textContent = entry.title
  article.append(title, sourceOf(entry, page), page.importNode(entry.content, true))
  page.body.append(article)
  return `<!doctype html>\n${page.documentElement.outerHTML}\n`
}

/** Feed, author, date, and a link to the page. */
function sourceOf(entry: ExportedEntry, page: Document): HTMLElement {
  const source = page.createElement('p')
  source.className = 'source'
  const date = new Date(entry.publishedAt).toISOString().slice(0, 10)
  source.append([entry.feed, entry.author, date].filter(Boolean).join(' · '))
  if (entry.url && /^https?:/i.test(entry.url)) {
    const link = page.createElement('a')
    link.setAttribute('href', entry.url)
    link.textContent = entry.url
    source.append(page.createElement('br'), link)
  }
  return source
}
