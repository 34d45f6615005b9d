/** The documents of the bench's feeds: the content of each generation is known, so that any loss is detected. */
import { createHash } from 'node:crypto'

/** Entries that a feed begins with, that one change brings, and that a document shows. */
const FIRST = 20
const NEW = 3
const SHOWN = 60
/** Share of the feeds that change in one generation. */
const CHURN = 0.2
/** The entry that an edit changes: old, and shown for long. */
const EDITED = 12
export const GENERATION_MS = 12 * 3_600_000
export const START = Date.UTC(2026, 10, 21)

/** 0 to 1, the same in every run. */
const chance = (...parts: readonly (string | number)[]): number =>
  createHash('sha1').update(parts.join('/')).digest().readUInt32BE(0) / 2 ** 32

/** The last generation up to this one in which a feed changed; 0 when it never did. */
function changedAt(feed: number, generation: number): number {
  for (let at = generation; at > 0; at -= 1) if (chance('churn', feed, at) < CHURN) return at
  return 0
}

/** How many entries a feed has had by a generation. */
export function entriesBy(feed: number, generation: number): number {
  const changes = Array.from({ length: generation }, (_, at) => changedAt(feed, at + 1) === at + 1)
  return FIRST + NEW * changes.filter(Boolean).length
}

/** The title of a feed's edited entry; null while it was never edited. */
export function editedTitle(feed: number, generation: number): string | null {
  const at = changedAt(feed, generation)
  return at > 0 && feed % 10 === 3 ? `${titleOf(feed, EDITED)}, edited in generation ${at}` : null
}

const titleOf = (feed: number, number: number): string => `Entry ${number} of feed ${feed}`

type Entry = { readonly id: string; readonly title: string; readonly html: string; readonly date: Date }
export type Twist = 'dupes' | 'noids' | 'future' | 'ttl' | null

export type FeedDocument = { readonly body: string; readonly type: string; readonly changed: number }

/** @param twist what is odd about all of the feed's documents */
export function documentOf(feed: number, generation: number, twist: Twist): FeedDocument {
  const count = entriesBy(feed, generation)
  const numbers = Array.from({ length: Math.min(count, SHOWN) }, (_, at) => count - 1 - at)
  const entries = numbers.map((number) => entryOf(feed, number, generation, twist))
  const shown = twist === 'dupes' ? [...entries, ...entries.toReversed()] : entries
  const changed = changedAt(feed, generation)
  const form = FORMS[feed % FORMS.length] ?? rss
  return { ...form(feed, shown, twist), changed }
}

function entryOf(feed: number, number: number, generation: number, twist: Twist): Entry {
  const title = (number === EDITED ? editedTitle(feed, generation) : null) ?? titleOf(feed, number)
  const ahead = twist === 'future' ? 3650 * 86_400_000 : 0
  return {
    id: `urn:bench:${feed}:${number}`,
    title,
    html: `<p>${title} says &amp; shows <a href="/${number}?utm_source=feed">what</a> there was. ${'More words follow it. '.repeat(30)}</p>`,
    date: new Date(START - (1000 - number) * 60_000 + ahead),
  }
}

type Form = (feed: number, entries: readonly Entry[], twist: Twist) => { body: string; type: string }
const xml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const rss: Form = (feed, entries, twist) => ({
  type: 'application/rss+xml',
  body: `<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>Feed ${feed}</title><link>https://site${feed}.example/</link><description>A bench</description>${twist === 'ttl' ? '<ttl>240</ttl>' : ''}${entries
    .map(
      ({ id, title, html, date }) =>
        `<item>${twist === 'noids' ? '' : `<guid isPermaLink="false">${id}</guid><link>https://site${feed}.example/${id.replace(/.*:/, '')}</link>`}<title>${xml(title)}</title><pubDate>${date.toUTCString()}</pubDate><description>${xml(html)}</description></item>`,
    )
    .join('')}</channel></rss>`,
})

const atom: Form = (feed, entries, twist) =>
  twist === 'noids' || twist === 'ttl'
    ? rss(feed, entries, twist)
    : {
        type: 'application/atom+xml',
        body: `<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Feed ${feed}</title><id>urn:bench:${feed}</id><link href="https://site${feed}.example/"/><updated>${new Date(START).toISOString()}</updated>${entries
          .map(
            ({ id, title, html, date }) =>
              `<entry><id>${id}</id><link href="https://site${feed}.example/${id.replace(/.*:/, '')}"/><title>${xml(title)}</title><published>${date.toISOString()}</published><updated>${date.toISOString()}</updated><content type="html">${xml(html)}</content></entry>`,
          )
          .join('')}</feed>`,
      }

const json: Form = (feed, entries, twist) =>
  twist === 'noids' || twist === 'ttl'
    ? rss(feed, entries, twist)
    : {
        type: 'application/feed+json',
        body: JSON.stringify({
          version: 'https://jsonfeed.org/version/1.1',
          title: `Feed ${feed}`,
          home_page_url: `https://site${feed}.example/`,
          items: entries.map(({ id, title, html, date }) => ({
            id,
            url: `https://site${feed}.example/${id.replace(/.*:/, '')}`,
            title,
            content_html: html,
            date_published: date.toISOString(),
          })),
        }),
      }

const FORMS: readonly Form[] = [rss, atom, json, rss]
