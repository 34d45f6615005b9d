import { foldText } from '../../contract/query/fold-text.ts'
import type { UserHighlight } from '../../model/highlights/index.ts'

/** The highlights of one entry, in the order in which they were made. */
export type EntryHighlights = {
  readonly entryId: string
  readonly entry: UserHighlight['entry']
  readonly highlights: readonly UserHighlight[]
}

/** Those with all words of a text in the quotation, the note or the title of the entry. */
export function matchingHighlights(all: readonly UserHighlight[], typed: string): readonly UserHighlight[] {
  const words = foldText(typed).split(/\s+/u).filter(Boolean)
  if (words.length === 0) return all
  return all.filter(({ quote, note, entry }) => {
    const text = foldText([quote?.exact, note, entry.title].filter(Boolean).join('\n'))
    return words.every((word) => text.includes(word))
  })
}

/** By entry, the entry with the newest highlight first. @param all the newest first */
export const highlightsOfEntries = (all: readonly UserHighlight[]): readonly EntryHighlights[] =>
  [...Map.groupBy(all, ({ entryId }) => entryId)].flatMap(([entryId, own]) => {
    const [first] = own
    return first ? [{ entryId, entry: first.entry, highlights: own.toReversed() }] : []
  })
