/** Translations of entries that plugins provide. They are shown, not stored here. */
import { createEvent, createStore } from 'effector'

/** Markup with the same blocks as the original, or the text of each block, null where it has none. */
export type TranslatedContent = { readonly html: string } | { readonly texts: readonly (string | null)[] }

export type EntryTranslation = {
  /** BCP 47, of the translation. */
  readonly language: string
  /** bilingual: below each block of the original. */
  readonly mode: 'bilingual' | 'translation-only'
  readonly title?: string
  /** Of the feed's content. */
  readonly content?: TranslatedContent
  /** Of the page's extracted article. */
  readonly readabilityContent?: TranslatedContent
}
/** By entry id. */
export type EntryTranslations = ReadonlyMap<string, EntryTranslation>

/** null: the source provides no more. */
export const translationsProvided = createEvent<{
  readonly source: string
  readonly translations: EntryTranslations | null
}>()
const $sources = createStore<ReadonlyMap<string, EntryTranslations>>(new Map(), { serialize: 'ignore' }).on(
  translationsProvided,
  (sources, { source, translations }) => {
    const next = new Map(sources)
    if (translations === null) next.delete(source)
    else next.set(source, translations)
    return next
  },
)
const none: EntryTranslations = new Map()
/** Of several sources, the one that started last wins. */
export const $translations = $sources.map((sources): EntryTranslations => {
  const [first = none, ...others] = sources.values()
  return others.length === 0 ? first : new Map([first, ...others].flatMap((one) => [...one]))
})
/** A source translates: visible rows are reported. */
export const $isTranslating = $sources.map((sources) => sources.size > 0)
