/**
 * The messages of the user's language in localStorage (spec 1, client-facts 2): the next start shows them without
 * requesting their files. English is in the first bundle.
 */
import type { KeyValue } from '../model/services.ts'

export const TRANSLATION_CACHE_KEY = 'follow:I18N_LOCALE'

/** By `LANGUAGE/NAMESPACE`: a language's messages, and those of the languages that it falls back to. */
export type TranslationBundle = Readonly<Record<string, Record<string, unknown>>>
export type TranslationCache = {
  /** @returns null for another language than the stored one, and after an update of the app */
  readonly read: (language: string) => TranslationBundle | null
  readonly write: (language: string, bundle: TranslationBundle) => void
}

/** @param build differs whenever a message may have changed */
export const createTranslationCache = (
  storage: Pick<KeyValue, 'getItem' | 'setItem'>,
  build: string,
): TranslationCache => ({
  read: (language) => {
    const stored = parse(storage.getItem(TRANSLATION_CACHE_KEY))
    return stored?.language === language && stored.build === build ? stored.bundle : null
  },
  write: (language, bundle) =>
    storage.setItem(TRANSLATION_CACHE_KEY, JSON.stringify({ language, build, bundle })),
})

type Stored = { readonly language: unknown; readonly build: unknown; readonly bundle: TranslationBundle }

function parse(text: string | null): Stored | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    const isStored =
      typeof stored === 'object' &&
      stored !== null &&
      'bundle' in stored &&
      typeof stored.bundle === 'object' &&
      stored.bundle !== null
    return isStored ? (stored as unknown as Stored) : null
  } catch {
    return null
  }
}
