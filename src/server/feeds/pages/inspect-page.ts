/** What can be selected on a page. Pure; slow on large pages, hence the child process. */
import type { PageCandidate, PagePart } from '../../../contract/page-feeds.ts'
import type { Document } from '../fetch/document.ts'
import { candidatesIn } from './candidates.ts'
import { outlineOf } from './outline.ts'
import { partsIn } from './parts-in.ts'
import { lineOf, parsePage, type PageElement } from './page-document.ts'

export type PageInput = Pick<Document, 'bytes' | 'contentType' | 'url'>
export type InspectedPage = {
  readonly title: string | null
  readonly outline: string
  readonly candidates: readonly PageCandidate[]
  readonly parts: readonly PagePart[]
}

/** @throws PageError where the page is too large or too deep */
export function inspectPage(input: PageInput): InspectedPage {
  const page = parsePage(input)
  const candidates = candidatesIn(page)
  const numbers = new Map<PageElement, number[]>()
  candidates.forEach(({ items }, number) => {
    for (const item of items) numbers.set(item, [...(numbers.get(item) ?? []), number])
  })
  const parts = partsIn(page)
  const partNumbers = new Map(parts.map(({ element }, number) => [element, [number]]))
  return {
    title: lineOf(page.document.querySelector('title')) || null,
    outline: outlineOf(page, { candidates: numbers, parts: partNumbers }),
    candidates: candidates.map(({ items: _, ...candidate }) => candidate),
    parts: parts.map(({ element: _, ...part }) => part),
  }
}
