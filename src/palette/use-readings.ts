import { useEffect, useMemo, useState } from 'react'
import { type Searchable, searchable } from './match.ts'
import { memoizeAsync } from '../core/index.ts'

/** How titles are pronounced, in Latin letters: pinyin of Chinese ones, romaji of kana. */
const HAN = /\p{Script=Han}/u
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u

const hasHan = (text: string): boolean => HAN.test(text) && !KANA.test(text)
const hasKana = (text: string): boolean => KANA.test(text)

/** Syllables separated by spaces, so that their initials are beginnings of words. */
type Reader = (text: string) => string

/** Only loaded when a Chinese title exists: its dictionary is large. */
const loadPinyin = memoizeAsync(async (): Promise<Reader> => {
  const { pinyin } = await import('pinyin-pro')
  return (text) => pinyin(text, { toneType: 'none', nonZh: 'consecutive', v: true })
})
const loadRomaji = memoizeAsync(async (): Promise<Reader> => {
  const { toRomaji } = await import('wanakana')
  return (text) => toRomaji(text)
})

type Readers = { readonly pinyin?: Reader; readonly romaji?: Reader }

/** The reading of a title; undefined where it is written in Latin letters or its reader is not loaded. */
function createReadingOf({ pinyin, romaji }: Readers): (title: string) => Searchable | undefined {
  const cache = new Map<string, Searchable>()
  return (title) => {
    const reader = hasKana(title) ? romaji : hasHan(title) ? pinyin : undefined
    if (!reader) return undefined
    const cached = cache.get(title) ?? searchable(reader(title))
    cache.set(title, cached)
    return cached
  }
}

export type Readings = {
  readonly readingOf: (title: string) => Searchable | undefined
  /** The text in Latin letters, where it is typed in kana. */
  readonly latinOf: (text: string) => string | undefined
}

/** Loads what these titles, and the typed text, need to be read. */
export function useReadings(titles: readonly string[], typed: string): Readings {
  const [readers, setReaders] = useState<Readers>({})
  const needsPinyin = useMemo(() => titles.some(hasHan), [titles])
  const titlesHaveKana = useMemo(() => titles.some(hasKana), [titles])
  const needsRomaji = titlesHaveKana || hasKana(typed)
  useEffect(() => {
    if (needsPinyin)
      loadPinyin().then(
        (pinyin) => setReaders((before) => ({ ...before, pinyin })),
        () => {},
      )
  }, [needsPinyin])
  useEffect(() => {
    if (needsRomaji)
      loadRomaji().then(
        (romaji) => setReaders((before) => ({ ...before, romaji })),
        () => {},
      )
  }, [needsRomaji])
  return useMemo(
    () => ({
      readingOf: createReadingOf(readers),
      latinOf: (text) => (hasKana(text) ? readers.romaji?.(text) : undefined),
    }),
    [readers],
  )
}
