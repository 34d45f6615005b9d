/** Makes a feed of the changes of a page: at most one entry for each fetch. Pure; the entry is not yet sanitised. */
import { escapeMarkup } from '../../../core/escape-markup.ts'
import { noTextMessage } from '../../../contract/page-problems.ts'
import type { PageSelectors } from '../../../contract/page-address.ts'
import type { RawEntry, RawFeed } from '../normalise/normalised.ts'
import type { Document } from '../fetch/document.ts'
import { PageError, parsePage } from './page-document.ts'
import { textOfPage } from './page-text.ts'
import { feedOfPage } from './read-page.ts'
import { changesBetween } from './text-changes.ts'

/** Characters of the first entry, which has the present text. */
const FIRST_MAX = 40_000

/**
 * @param material with the text that was stored last; without one the entry is the beginning of the watch
 * @returns `text` to be stored, where there is an entry
 * @throws PageError where the page has no text, and for selectors
 */
export function readPageChanges(
  material: Pick<Document, 'bytes' | 'contentType' | 'url'> & { readonly before?: string | null },
  selectors: PageSelectors,
  now: number,
): { readonly raw: RawFeed; readonly text: string | undefined } {
  const page = parsePage(material)
  const text = textOfPage(page, selectors)
  if (text === '') throw new PageError(noTextMessage)
  const feed = feedOfPage(page, material.url)
  const { before = null } = material
  const part = before === null ? firstPart(text, material.url) : changedPart(before, text, selectors, now)
  if (part === null) return { raw: { ...feed, entries: [] }, text: undefined }
  const entry: RawEntry = {
    url: material.url,
    title: feed.title,
    titleIsText: true,
    dates: [new Date(now).toISOString()],
    ...part,
  }
  return { raw: { ...feed, entries: [entry] }, text }
}

type ChangedPart = Pick<RawEntry, 'id' | 'content' | 'summary' | 'relations'>

function firstPart(text: string, url: string): ChangedPart {
  const isCut = text.length > FIRST_MAX
  const lines = [...text.slice(0, FIRST_MAX).split('\n'), ...(isCut ? ['…'] : [])]
  return {
    id: 'watching',
    content: lines.map((line) => `<p>${escapeMarkup(line)}</p>`).join('\n'),
    relations: [{ type: 'watching', url }],
  }
}

function changedPart(before: string, text: string, { item }: PageSelectors, now: number): ChangedPart | null {
  const changes = changesBetween(before, text, item === '')
  return changes && { id: `changed-${now}`, content: changes.html, summary: escapeMarkup(changes.gist) }
}
