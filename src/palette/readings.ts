/** How titles are pronounced, in Latin letters: pinyin of Chinese ones, romaji of kana. */
import { memoizeAsync } from '../core/index.ts'
import { searchable, type Searchable } from './match.ts'

const HAN = /\p{Script=Han}/u
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u

export const hasHan = (text: string): boolean => HAN.test(text) && !KANA.test(text)
export const hasKana = (text: string): boolean => KANA.test(text)

/** Syllables separated by spaces, so that their initials are beginnings of words. */
export type Reader = (text: string) => string

/** Only loaded when a Chinese title exists: its dictionary is large. */
export const loadPinyin = memoizeAsync(async (): Promise<Reader> => {
  const { pinyin } = await import('pinyin-pro')
  return (text) => pinyin(text, { toneType: 'none', nonZh: 'consecutive', v: true })
})
export const loadRomaji = memoizeAsync(async (): Promise<Reader> => {
  const { toRomaji } = await import('wanakana')
  return (text) => toRomaji(text)
})

export type Readers = { readonly pinyin?: Reader; readonly romaji?: Reader }

/** The reading of a title; undefined where it is written in Latin letters or its reader is not loaded. */
export function createReadingOf({ pinyin, romaji }: Readers): (title: string) => Searchable | undefined {
  const cache = new Map<string, Searchable>()
  return (title) => {
    const reader = hasKana(title) ? romaji : hasHan(title) ? pinyin : undefined
    if (!reader) return undefined
    const cached = cache.get(title) ?? searchable(reader(title))
    cache.set(title, cached)
    return cached
  }
}
