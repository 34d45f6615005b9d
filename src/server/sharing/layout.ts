/** The frame of a public page: head with preview metadata, one column, no script. */
import { html, raw } from 'hono/html'

export type Html = ReturnType<typeof html>
export type Page = {
  readonly title: string
  /** For previews: plain text, cut to a line or two. */
  readonly description: string | null
  readonly image?: string | null
  readonly language?: string | null
  readonly kind: 'website' | 'article' | 'profile'
  /** Address of the feed itself, for programs that follow feeds. */
  readonly feed?: string
  /** Where the reader shows the same thing. */
  readonly open?: string
  readonly body: Html | Promise<Html>
}

const LONGEST_DESCRIPTION = 200
const style = raw(`
:root{color-scheme:light dark;font:16px/1.6 system-ui,sans-serif;--line:light-dark(#e5e5e5,#333);--soft:light-dark(#666,#aaa)}
body{max-width:44rem;margin:0 auto;padding:2rem 1rem;overflow-wrap:break-word;background:light-dark(#fff,#161616);color:light-dark(#171717,#e8e8e8)}
a{color:light-dark(#b45309,#fbbf24)}h1{line-height:1.25;margin:.2em 0}header img{width:4rem;height:4rem;border-radius:.75rem;object-fit:cover}
ul{list-style:none;padding:0}li{padding:.75rem 0;border-top:1px solid var(--line)}li p,.soft{color:var(--soft);margin:0}
article img,article video,article iframe{max-width:100%;height:auto}pre{overflow:auto}
footer{margin-top:3rem;border-top:1px solid var(--line);padding-top:1rem;color:var(--soft)}
`)

/** @param url the page's own address */
export const layout = (url: string, page: Page) => {
  const description = summary(page.description)
  const image = webAddress(page.image)
  return html`<!doctype html>
    <html lang="${page.language ?? 'en'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${page.title} · Lectern</title>
        <link rel="canonical" href="${url}" />
        <link rel="icon" href="/favicon.svg" />
        ${page.feed ? html`<link rel="alternate" type="application/rss+xml" href="${page.feed}" />` : ''}
        <meta name="description" content="${description}" />
        <meta property="og:site_name" content="Lectern" />
        <meta property="og:type" content="${page.kind}" />
        <meta property="og:title" content="${page.title}" />
        <meta property="og:description" content="${description}" />
        <meta property="og:url" content="${url}" />
        ${image ? html`<meta property="og:image" content="${image}" />` : ''}
        <meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}" />
        <style>
          ${style}
        </style>
      </head>
      <body>
        <main>${page.body}</main>
        <footer>
          ${page.open ? html`<a href="${page.open}">Open in Lectern</a> · ` : ''}<a href="/">Lectern</a>, a
          feed reader
        </footer>
      </body>
    </html>`
}

const summary = (text: string | null): string => {
  const plain = (text ?? '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return plain.length > LONGEST_DESCRIPTION ? `${plain.slice(0, LONGEST_DESCRIPTION - 1)}…` : plain
}

/** Only what leads to the Web: an address from a feed may say javascript: or nothing at all. */
export function webAddress(text: string | null | undefined): string | null {
  const url = text ? URL.parse(text) : null
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}

/** A link where the address is one, else its words alone. */
export const link = (address: string | null | undefined, words: string) => {
  const href = webAddress(address)
  return href ? html`<a href="${href}" rel="noopener nofollow ugc">${words}</a>` : html`${words}`
}

export const picture = (address: string | null | undefined) => {
  const src = webAddress(address)
  return src ? html`<img src="${src}" alt="" referrerpolicy="no-referrer" />` : ''
}
