/** What a user has marked in an entry, for services that keep it with the entry. */
import { seenQuotation } from '../core/quotations.ts'
import { escapedXml } from './epub.ts'
import { z } from './manifest.ts'
import type { Caller, Highlight, ServerHost, TextRange } from './server.ts'

/** The call of `sendsHighlights`: the service is sent the entry with what has been highlighted. */
export const highlightsCall = { input: z.object({ entryId: z.string() }), output: z.void() }

/** The call of `sendsEachHighlight`. */
export const highlightCall = {
  input: z.object({ entryId: z.string(), highlight: z.string() }),
  output: z.void(),
}

export type Passage = {
  /** Empty: a note on the entry as a whole. */
  readonly text: string
  /** Empty where there is none. */
  readonly note: string
  /** The text of the entry before and after it. */
  readonly prefix: string
  readonly suffix: string
}

/** Of one entry, the newest. */
const MAX_PASSAGES = 200

/**
 * The user's highlights and notes of an entry, as they follow one another in its text. Needs `highlights:read`.
 * @throws PluginRefusal
 */
export async function passagesOf(
  caller: Pick<Caller, 'highlights'>,
  entryId: string,
): Promise<readonly Passage[]> {
  const highlights = await caller.highlights({ entryId, limit: MAX_PASSAGES })
  return highlights
    .toSorted(
      (one, other) =>
        (one.position?.start ?? -1) - (other.position?.start ?? -1) ||
        one.createdAt.localeCompare(other.createdAt),
    )
    .map(passageIn)
}

const passageIn = ({ quote, note }: Pick<Highlight, 'quote' | 'note'>): Passage => ({
  text: quote?.exact.trim() ?? '',
  note: note ?? '',
  prefix: quote?.prefix ?? '',
  suffix: quote?.suffix ?? '',
})

/** One of them; null where it is gone. Needs `highlights:read`. */
export async function passageOf(
  caller: Pick<Caller, 'highlights'>,
  { entryId, highlight }: z.output<typeof highlightCall.input>,
): Promise<Passage | null> {
  const highlights = await caller.highlights({ entryId, limit: MAX_PASSAGES })
  const found = highlights.find(({ id }) => id === highlight)
  return found ? passageIn(found) : null
}

type Written = Pick<Passage, 'text' | 'note'>

/** Those that a text does not have, however it is marked up. */
export const missingIn = (text: string, passages: readonly Passage[]): readonly Passage[] => {
  const there = lettersOf(text)
  return passages.filter((passage) => !there.includes(lettersOf(passage.text + passage.note)))
}
const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** Each as a quotation in Markdown, with its note below. */
export const markdownOfPassages = (passages: readonly Written[]): string =>
  passages
    .map(({ text, note }) => [text && text.replaceAll(/^/gm, '> '), note].filter(Boolean).join('\n\n'))
    .join('\n\n')

/** Each in quotation marks, with its note below. */
export const textOfPassages = (passages: readonly Written[]): string =>
  passages.map(({ text, note }) => [text && `“${text}”`, note].filter(Boolean).join('\n')).join('\n\n')

/** Each as a quotation in HTML, with its note below. */
export const htmlOfPassages = (passages: readonly Written[]): string =>
  passages
    .map(({ text, note }) =>
      [text && `<blockquote>${escapedXml(text)}</blockquote>`, note && `<p>${escapedXml(note)}</p>`].join(''),
    )
    .join('')

/** What a service has of the passages, and what it lacks. A note on the entry as a whole is known by its text. */
export function comparedPassages<There>(
  passages: readonly Passage[],
  there: readonly There[],
  quoteOf: (one: There) => { readonly text: string; readonly note: string },
): { readonly missing: readonly Passage[]; readonly present: readonly (readonly [Passage, There])[] } {
  const missing: Passage[] = []
  const present: (readonly [Passage, There])[] = []
  const left = there.map((one) => {
    const { text, note } = quoteOf(one)
    return { one, seen: seenQuotation(text), note }
  })
  for (const passage of passages) {
    const seen = seenQuotation(passage.text)
    const at = left.findIndex(
      (other) => other.seen === seen && (passage.text !== '' || other.note === passage.note),
    )
    const [found] = at === -1 ? [] : left.splice(at, 1)
    if (found === undefined) missing.push(passage)
    else present.push([passage, found.one])
  }
  return { missing, present }
}

/**
 * Where passages stand in a service's rendition of their entry: for each its range, null where its text is not there. A rendition that
 * cannot be read has none.
 * @param rendition.transparent as of `textRanges`
 */
export async function rangesOfPassages(
  { textRanges }: Pick<ServerHost, 'textRanges'>,
  passages: readonly Passage[],
  rendition: { readonly html: string; readonly transparent?: string },
): Promise<readonly (TextRange | null)[]> {
  if (passages.length === 0) return []
  const quotes = passages.map(({ text: exact, prefix, suffix }) => ({ exact, prefix, suffix }))
  return textRanges({ ...rendition, quotes }).catch(() => passages.map(() => null))
}
