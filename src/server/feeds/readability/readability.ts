/** The reader view of an entry: its page fetched, its article taken out, sanitised, kept for three days (spec 5). */
import { Refusal } from '../../http/refusal.ts'
import { decode } from '../decode/decode.ts'
import { statusWords } from '../fetch/status-words.ts'
import type { Pipeline } from '../pipeline.ts'
import type { SafeHtml } from '../sanitise/safe-html.ts'
import { joinSafe, sanitise } from '../sanitise/sanitise.ts'
import { nextPage } from './next-page.ts'
import { createReader } from './reader.ts'

const FRESH_MS = 3 * 86_400_000
/** Pages of one article, and characters of its text: beyond that nobody reads here. */
const PAGES_MAX = 10
const LENGTH_MAX = 2_000_000

type Page = { readonly html: string; readonly url: string }

export type ReadabilityRoom = {
  /** @throws Refusal entryNotFound, feedFetchError, unprocessable */
  readonly ofEntry: (entryId: string) => Promise<SafeHtml | null>
  readonly close: () => Promise<void>
}

export function createReadability(pipeline: Pick<Pipeline, 'storage' | 'outbound' | 'now'>): ReadabilityRoom {
  const { storage, outbound, now } = pipeline
  const reader = createReader()
  const running = new Map<string, Promise<SafeHtml | null>>()

  const fetchPage = async (url: string): Promise<Page> => {
    const answer = await outbound.ask(url, {
      headers: { accept: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.5' },
    })
    if (!answer.ok) throw new Refusal('feedFetchError', answer.words)
    if (answer.status < 200 || answer.status > 299)
      throw new Refusal('feedFetchError', statusWords(answer.status))
    return { html: decode(answer.bytes, answer.headers['content-type'] ?? null).text, url: answer.url }
  }
  /** An article that was cut up is put together again; pages that fail end it where it is. */
  const fetchArticle = async (address: string): Promise<SafeHtml | null> => {
    const first = await fetchPage(address)
    const parts: SafeHtml[] = []
    for (let page: Page | null = first, number = 1; page !== null && number <= PAGES_MAX; number += 1) {
      const part = await readPage(page, number === 1)
      if (part === null || parts.includes(part)) break
      parts.push(part)
      if (parts.join('').length > LENGTH_MAX) break
      const next: string | null = nextPage(page.html, page.url, first.url, number)
      page = next === null ? null : await fetchPage(next).catch(() => null)
    }
    return parts.length > 0 ? joinSafe(parts) : null
  }
  const readPage = async ({ html, url }: Page, isFirst: boolean): Promise<SafeHtml | null> => {
    const article = await reader.read(html).catch((error: Error) => {
      if (isFirst) throw new Refusal('unprocessable', error.message)
      return null
    })
    return article ? sanitise(article.content, url).html || null : null
  }
  const fresh = async (entryId: string): Promise<SafeHtml | null> => {
    const { db } = storage
    const entry = await db
      .selectFrom('entries')
      .select(['id', 'url'])
      .where('id', '=', entryId)
      .executeTakeFirst()
    if (!entry) throw new Refusal('entryNotFound')
    const kept = await db
      .selectFrom('entryReadability')
      .selectAll()
      .where('entryId', '=', entryId)
      .executeTakeFirst()
    if (kept && now() - kept.updatedAt < FRESH_MS) return kept.content
    if (!entry.url) throw new Refusal('unprocessable', 'This entry has no page of its own')
    const content = await fetchArticle(entry.url)
    const row = { entryId, content, updatedAt: now() }
    await db
      .insertInto('entryReadability')
      .values(row)
      .onConflict((on) => on.column('entryId').doUpdateSet({ content, updatedAt: row.updatedAt }))
      .execute()
    return content
  }
  return {
    ofEntry(entryId) {
      const asked = running.get(entryId) ?? fresh(entryId).finally(() => running.delete(entryId))
      running.set(entryId, asked)
      return asked
    },
    close: reader.close,
  }
}
