/** A user's public page and its feeds: what the page at a secret address shows. */
import { hash } from 'node:crypto'
import { html } from 'hono/html'
import { parseQuery } from '../../contract/query/parse.ts'
import { escapeMarkup, withoutXmlForbidden } from '../../core/escape-markup.ts'
import { webAddress } from '../../core/safe-href.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/routes.ts'
import { notesOfEntries } from '../storage/entries/highlights.ts'
import {
  markedEntryIds,
  publicationByHash,
  publicEntries,
  type PublicEntry,
  type StoredPublication,
} from '../storage/entries/publications.ts'
import { searchCandidates, searchEntries } from '../storage/timeline/search-entries.ts'
import { byline, link, nothingYet, type Page } from './layout.ts'

/** Entries of a page, and how many are looked at: some may not be public. */
const SHOWN = 50
const LOOKED_AT = 500

type Note = Awaited<ReturnType<typeof notesOfEntries>>[number]
export type PublicationContent = {
  readonly title: string
  readonly userName: string
  readonly entries: readonly (PublicEntry & { readonly notes: readonly Note[] })[]
}

/** How the secret part of an address is looked up. */
export const hashOfToken = (token: string): string => hash('sha256', token)

/** @throws Refusal notFound where no page has the address */
export async function publicationContent(services: Services, token: string): Promise<PublicationContent> {
  const { storage } = services
  const row = await publicationByHash(storage, hashOfToken(token))
  if (!row) throw new Refusal('notFound')
  const ids = await idsOf(services, row)
  const entries = (await publicEntries(storage, row, ids)).slice(0, SHOWN)
  const notes = row.withNotes
    ? await notesOfEntries(
        storage,
        row.userId,
        entries.map(({ id }) => id),
      )
    : []
  return {
    title: row.title,
    userName: row.userName,
    entries: entries.map((entry) => ({
      ...entry,
      publishedAt: Number(entry.publishedAt),
      notes: notes.filter(({ entryId }) => entryId === entry.id),
    })),
  }
}

async function idsOf({ storage, now }: Services, row: StoredPublication): Promise<string[]> {
  if (row.kind !== 'query') return markedEntryIds(storage, row, LOOKED_AT)
  const parsed = parseQuery(row.query ?? '')
  if (!parsed.ok) return []
  const { ast } = parsed
  const found = await searchEntries(storage, row.userId, ast, {
    candidates: await searchCandidates(storage, row.userId, ast),
    within: null,
    now: now(),
    after: null,
    limit: Math.min(LOOKED_AT, ast.limit ?? LOOKED_AT),
  })
  return found.map(({ row: { id } }) => id)
}

const nameOf = ({ title, url }: PublicEntry): string => title || url || 'Untitled'

/** @param address of the page */
export const publicationPage = ({ title, userName, entries }: PublicationContent, address: string): Page => ({
  title,
  description: `By ${userName}`,
  kind: 'website',
  isSecret: true,
  feeds: [
    { type: 'application/atom+xml', url: `${address}/feed.xml` },
    { type: 'application/feed+json', url: `${address}/feed.json` },
  ],
  body: html`<header>
      <h1>${title}</h1>
      <p class="soft">
        By ${userName} · <a href="${address}/feed.xml">Atom</a> · <a href="${address}/feed.json">JSON Feed</a>
      </p>
    </header>
    ${entries.length === 0 ? nothingYet : ''}
    <ul>
      ${entries.map(
        (entry) =>
          html`<li>
            ${link(entry.url, nameOf(entry))}
            <p>${byline([entry.feedTitle, entry.author], entry.publishedAt)}</p>
            ${entry.notes.map(
              ({ exact, note }) =>
                html`${exact ? html`<blockquote>${exact}</blockquote>` : ''}${note ? html`<p class="note">${note}</p>` : ''}`,
            )}
          </li>`,
      )}
    </ul>`,
})

/** An entry as a feed has it: what it is about, and the notes. */
const contentOf = ({ description, notes }: PublicationContent['entries'][number]): string =>
  [
    description && `<p>${escapeMarkup(description)}</p>`,
    ...notes.flatMap(({ exact, note }) => [
      exact && `<blockquote>${escapeMarkup(exact)}</blockquote>`,
      note && `<p>${escapeMarkup(note)}</p>`,
    ]),
  ]
    .filter(Boolean)
    .join('')

const newest = ({ entries }: PublicationContent): Date =>
  new Date(Math.max(0, ...entries.map(({ publishedAt }) => publishedAt)))

/** @param address of the page, without its last part */
export async function publicationAtom(content: PublicationContent, address: string): Promise<string> {
  const { generateAtomFeed } = await import('feedsmith')
  return withoutXmlForbidden(
    generateAtomFeed({
      id: address,
      title: { value: content.title },
      updated: newest(content),
      authors: [{ name: content.userName }],
      links: [
        { href: `${address}/feed.xml`, rel: 'self', type: 'application/atom+xml' },
        { href: address, rel: 'alternate', type: 'text/html' },
      ],
      entries: content.entries.map((entry) => ({
        id: `urn:lectern:${entry.id}`,
        title: { value: nameOf(entry) },
        published: new Date(entry.publishedAt),
        updated: new Date(entry.publishedAt),
        links: [webAddress(entry.url) ?? []].flat().map((href) => ({ href, rel: 'alternate' })),
        ...(entry.author && { authors: [{ name: entry.author }] }),
        content: { value: contentOf(entry), type: 'html' },
      })),
    }),
  )
}

/** As {@link publicationAtom}. */
export async function publicationJson(content: PublicationContent, address: string): Promise<string> {
  const { generateJsonFeed } = await import('feedsmith')
  return JSON.stringify(
    generateJsonFeed({
      title: content.title,
      home_page_url: address,
      feed_url: `${address}/feed.json`,
      authors: [{ name: content.userName }],
      items: content.entries.map((entry) => ({
        id: `urn:lectern:${entry.id}`,
        url: webAddress(entry.url),
        title: nameOf(entry),
        content_html: contentOf(entry),
        date_published: new Date(entry.publishedAt),
        ...(entry.author && { authors: [{ name: entry.author }] }),
      })),
    }),
  )
}
