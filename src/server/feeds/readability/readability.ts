/** Articles of web pages: the reader view of an entry, cached for three days (spec 5), and a page that a user saves. */
import { Refusal } from '../../http/refusal.ts'
import { refuseWith } from '../../parsing/parsing-error.ts'
import { withoutCredentials } from '../fetch/credentials.ts'
import { statusText } from '../fetch/status-text.ts'
import type { Pipeline } from '../pipeline.ts'
import type { SafeHtml } from '../sanitise/safe-html.ts'
import { joinSafe } from '../sanitise/sanitise.ts'
import type { ReadArticle } from './read-article.ts'

const FRESH_MS = 3 * 86_400_000
/** Limits for one article: pages, and characters of its text. */
const PAGES_MAX = 10
const LENGTH_MAX = 2_000_000

type Page = { readonly bytes: Uint8Array; readonly contentType: string | null; readonly url: string }

/** An article with all of its pages, sanitised. */
export type PageArticle = Pick<ReadArticle, 'title' | 'byline' | 'content' | 'excerpt' | 'lang'> & {
  /** Of the page, after redirects. */
  readonly url: string
}

export type Readability = {
  /** @param userId whose share of parsing it uses @throws Refusal entryNotFound, feedFetchError, unprocessable */
  readonly ofEntry: (entryId: string, userId: string) => Promise<SafeHtml | null>
  /** Not cached. @returns null when the page has no article @throws Refusal feedFetchError, unprocessable */
  readonly ofPage: (url: string, userId: string) => Promise<PageArticle | null>
}

export function createReadability(
  pipeline: Pick<Pipeline, 'storage' | 'outbound' | 'parsing' | 'now'>,
): Readability {
  const { storage, outbound, parsing, now } = pipeline
  const running = new Map<string, Promise<SafeHtml | null>>()

  const fetchPage = async (url: string): Promise<Page> => {
    const response = await outbound.ask(url, {
      headers: { accept: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.5' },
    })
    if (!response.ok) throw new Refusal('feedFetchError', response.message)
    if (response.status < 200 || response.status > 299)
      throw new Refusal('feedFetchError', statusText(response.status))
    const contentType = response.headers['content-type'] ?? null
    return { bytes: response.bytes, contentType, url: withoutCredentials(response.url) }
  }
  /** Joins the pages of a paginated article; a page that fails ends it. */
  const fetchArticle = async (address: string, userId: string): Promise<PageArticle | null> => {
    const first = await fetchPage(address)
    let head: ReadArticle | null = null
    const parts: SafeHtml[] = []
    for (let page: Page | null = first, number = 1; page !== null && number <= PAGES_MAX; number += 1) {
      const article = await readPage(page, first.url, { number, userId })
      if (!article || article.content === '' || parts.includes(article.content)) break
      head ??= article
      parts.push(article.content)
      if (parts.join('').length > LENGTH_MAX) break
      page = article.next === null ? null : await fetchPage(article.next).catch(() => null)
    }
    return head && { ...head, content: joinSafe(parts), url: first.url }
  }
  const readPage = async (
    page: Page,
    first: string,
    { number, userId }: { readonly number: number; readonly userId: string },
  ): Promise<ReadArticle | null> => {
    const article = parsing.inTurnOf(userId).parse('article', { ...page, of: { first, page: number } })
    return number === 1 ? article.catch(refuseWith('unprocessable')) : article.catch(() => null)
  }
  const load = async (entryId: string, userId: string): Promise<SafeHtml | null> => {
    const { db } = storage
    const entry = await db
      .selectFrom('entries')
      .select(['id', 'url'])
      .where('id', '=', entryId)
      .executeTakeFirst()
    if (!entry) throw new Refusal('entryNotFound')
    const cached = await db
      .selectFrom('entryReadability')
      .selectAll()
      .where('entryId', '=', entryId)
      .executeTakeFirst()
    if (cached && now() - cached.updatedAt < FRESH_MS) return cached.content
    if (!entry.url) throw new Refusal('unprocessable', 'This entry has no web address')
    const content = (await fetchArticle(entry.url, userId))?.content ?? null
    const row = { entryId, content, updatedAt: now() }
    await db
      .insertInto('entryReadability')
      .values(row)
      .onConflict((on) => on.column('entryId').doUpdateSet({ content, updatedAt: row.updatedAt }))
      .execute()
    return content
  }
  return {
    ofPage: fetchArticle,
    ofEntry(entryId, userId) {
      const loading = running.get(entryId) ?? load(entryId, userId).finally(() => running.delete(entryId))
      running.set(entryId, loading)
      return loading
    },
  }
}
