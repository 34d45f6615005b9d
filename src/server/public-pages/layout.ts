/** The frame of a public page: head with preview metadata, one column, no script. */
import { html } from 'hono/html'
import { webAddress } from '../../core/safe-href.ts'
import { style } from './style.ts'
import { LONGEST_DESCRIPTION } from './shared-entry.ts'

type Html = ReturnType<typeof html>
export type Page = {
  readonly title: string
  /** For previews: plain text, cut to a line or two. */
  readonly description: string | null
  readonly image?: string | null
  readonly language?: string | null
  readonly kind: 'website' | 'article' | 'profile'
  /** URL of the feed, for feed discovery. */
  readonly feed?: string | undefined
  /** Feeds of the page itself. */
  readonly feeds?: readonly { readonly type: string; readonly url: string }[]
  /** Known by its address alone: search engines leave it out. */
  readonly isSecret?: true
  /** URL of the same content in the client. */
  readonly open?: string
  readonly body: Html | Promise<Html>
}

/** The page's own address, and the path below which the server is. */
type Place = { readonly url: string; readonly base: string }

export const layout = ({ url, base }: Place, page: Page) => {
  const description = summary(page.description)
  const image = webAddress(page.image)
  return html`<!doctype html>
    <html lang="${page.language ?? 'en'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${page.title} · Lectern</title>
        <link rel="canonical" href="${url}" />
        <link rel="icon" href="${base}/favicon.svg" />
        ${page.feed ? html`<link rel="alternate" type="application/rss+xml" href="${page.feed}" />` : ''}
        ${page.feeds?.map(({ type, url: feed }) => html`<link rel="alternate" type="${type}" href="${feed}" />`) ?? ''}
        ${page.isSecret ? html`<meta name="robots" content="noindex" />` : ''}
        <meta name="description" content="${description}" />
        <meta property="og:site_name" content="Lectern" />
        <meta property="og:type" content="${page.kind}" />
        <meta property="og:title" content="${page.title}" />
        <meta property="og:description" content="${description}" />
        <meta property="og:url" content="${url}" />
        ${image ? html`<meta property="og:image" content="${image}" />` : ''}
        <meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}" />
        ${style}
      </head>
      <body>
        <nav>
          <a href="${base}/">Lectern</a>
          ${page.open ? html`<a href="${page.open}">Open in Lectern</a>` : ''}
        </nav>
        <main>${page.body}</main>
        <footer class="soft"><a href="${base}/">Lectern</a>, a feed reader</footer>
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

const days = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })

/** A line below a title: what is known of these, then the day. */
export const byline = (parts: readonly (string | null | undefined)[], time: number | string) => {
  const date = new Date(time)
  const before = parts
    .filter(Boolean)
    .map((part) => `${part} · `)
    .join('')
  return html`${before}<time datetime="${date.toISOString()}">${days.format(date)}</time>`
}

/** Where a list has nothing. */
export const nothingYet = html`<p class="empty">Nothing here yet.</p>`

/** A link for a valid address, else its text. Opens a new tab, since the page may not start a download itself. */
export const link = (address: string | null | undefined, text: string) => {
  const href = webAddress(address)
  return href
    ? html`<a href="${href}" rel="noopener nofollow ugc" target="_blank">${text}</a>`
    : html`${text}`
}

export const picture = (address: string | null | undefined) => {
  const src = webAddress(address)
  return src ? html`<img src="${src}" alt="" referrerpolicy="no-referrer" />` : ''
}
