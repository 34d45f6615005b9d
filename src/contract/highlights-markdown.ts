/** Highlights as Markdown: for the reader, the command line and assistants. */

import type { Highlight, TextQuote } from './highlights.ts'

/** A highlight or note with its entry. Times are ms since 1970. */
export type HighlightOfDocument = Pick<Highlight, 'entryId' | 'note'> & {
  readonly quote: Pick<TextQuote, 'exact'> | null
  readonly createdAt: number
  readonly entry: Omit<Highlight['entry'], 'feedId' | 'publishedAt'> & { readonly publishedAt: number }
}

/** One document: each entry with its title, address and date, then its quotations and notes, the oldest first. */
export function highlightsMarkdown(all: readonly HighlightOfDocument[]): string {
  const entries = [...Map.groupBy(all, ({ entryId }) => entryId).values()]
  return `${entries.map(ofEntry).join('\n\n')}\n`
}

function ofEntry(highlights: readonly HighlightOfDocument[]): string {
  const oldest = highlights.toSorted((one, other) => one.createdAt - other.createdAt)
  const entry = highlights[0]?.entry
  return [...(entry ? headOf(entry) : []), ...oldest.map(textOf)].join('\n\n')
}

function headOf({ title, url, author, publishedAt, feedTitle }: HighlightOfDocument['entry']): string[] {
  const name = escaped(oneLine(title ?? url ?? ''))
  const facts = [feedTitle, author].flatMap((fact) => (fact ? escaped(oneLine(fact)) : []))
  const day = new Date(publishedAt).toISOString().slice(0, 10)
  return [
    `## ${url ? `[${name}](<${encodeURI(url).replaceAll('%25', '%')}>)` : name}`,
    [...facts, day].join(' · '),
  ]
}

function textOf({ quote, note }: HighlightOfDocument): string {
  const quoted = quote ? [quotation(quote.exact)] : []
  return [...quoted, ...(note === null ? [] : [note])].join('\n\n')
}

const quotation = (text: string): string =>
  escaped(text.trim())
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()
/** Escapes a text for Markdown. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[\\`*_[\]<>~|]/g, String.raw`\$&`)
    .replaceAll(/^(\s*)([#+-]|\d+[.)])(?=\s)/gm, String.raw`$1\$2`)
