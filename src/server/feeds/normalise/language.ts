/** Detects the language of a text without a declared one: by its letters, else by its most common words. Null when unsure. */

/** Letters that belong to one language, or nearly so; the first that is common in the text wins. */
const BY_LETTERS: readonly (readonly [language: string, letters: RegExp])[] = [
  ['ja', /[\u3040-\u30ff]/g],
  ['ko', /[\uac00-\ud7af]/g],
  ['th', /[\u0e00-\u0e7f]/g],
  ['he', /[\u05d0-\u05ea]/g],
  ['el', /[\u0370-\u03ff\u1f00-\u1fff]/g],
  ['hi', /[\u0900-\u097f]/g],
  ['bn', /[\u0980-\u09ff]/g],
  ['ta', /[\u0b80-\u0bff]/g],
  ['te', /[\u0c00-\u0c7f]/g],
  ['ka', /[\u10a0-\u10ff]/g],
  ['hy', /[\u0530-\u058f]/g],
]
const HAN = /[\u3400-\u9fff]/g
const ARABIC = /[\u0600-\u06ff]/g
const CYRILLIC = /[\u0400-\u04ff]/g
/** Common letters that differ between simplified and traditional Chinese. */
const SIMPLIFIED = /[们这个来时会国说为学对过还没发们产业电开关东车马门问间见长书写听读华进选]/g
const TRADITIONAL = /[們這個來時會國說為學對過還沒發產業電開關東車馬門問間見長書寫聽讀華進選]/g

/** Very frequent words of two letters and more; a word shared by several languages counts less for each. */
const WORDS: Readonly<Record<string, string>> = {
  en: 'the and of to is that with for was this are from have which you not it be by they what will',
  de: 'der die und das ist nicht mit den von ein eine auch auf für sich dem wird zu im werden oder aus',
  fr: 'le la les et des est une dans pour que qui sur pas par plus avec du au ce cette sont nous',
  es: 'el la los y de que en las del una por con para es un se no más como pero su al lo',
  pt: 'o os e de que em do da uma com para não é um por mais dos como mas ao na foi são',
  it: 'il di che e la per un una del con non sono della è gli le nel anche alla più questo ha si',
  nl: 'de het een en van in is dat op te voor met niet zijn aan er ook maar als bij door naar',
  sv: 'och att det som en på är av för med den till inte om ett har men var de så kan från',
  da: 'og at det som en på er af for med den til ikke et har men var de fra jeg kan blev',
  pl: 'i w na z do się nie że to jest o od po jak za przez dla ale przy które tym był',
  cs: 'a se v na je že s z do o i to pro jako k po by ale si jsem od však které',
  tr: 've bir bu için ile de da çok ne olarak daha gibi olan kadar sonra değil en ama her var',
  fi: 'ja on ei se että oli hän joka ovat mutta kun niin myös tai ole sen kuin mitä nyt vain',
  hu: 'a az és hogy nem egy is ez meg csak de van volt már még el mint vagy ki fel amely',
  ro: 'și de la în a nu cu o pe un să este din care pentru mai ce sau fost sunt au prin',
  id: 'yang dan di ini dengan untuk itu tidak dari dalam pada akan juga ke karena oleh ada bisa',
  vi: 'và của là có không được cho một những các với trong người này để khi đã đến từ',
}
const byWord = new Map<string, string[]>()
for (const [language, words] of Object.entries(WORDS))
  for (const word of words.split(' ').filter(({ length }) => length > 1))
    byWord.set(word, [...(byWord.get(word) ?? []), language])

/** Characters examined. Small, because this runs for every entry of a feed without a language. */
const LENGTH_MAX = 480
/** A shorter text may be a name, which has no language. */
const LETTERS_MIN = 12
const WORDS_MIN = 8
/** A word of a single language is one point; the best language needs this lead over the next. */
const POINTS_MIN = 2
const LEAD_MIN = 1.6

/** @param text plain, complete or in part @returns a language tag; null for a text that is too short or mixed */
export function detectLanguage(text: string): string | null {
  const sample = text.length > LENGTH_MAX ? text.slice(0, LENGTH_MAX) : text
  let latin = 0
  let other = 0
  for (let at = 0; at < sample.length; at += 1) {
    const code = sample.charCodeAt(at)
    if (code > 0x24f) other += code < 0x2000 || code > 0x206f ? 1 : 0
    else if (code > 0xbf || (code > 96 && code < 123) || (code > 64 && code < 91)) latin += 1
  }
  if (latin + other < LETTERS_MIN) return null
  // Half of the Vietnamese letters have two diacritics, in a Unicode block outside the Latin range above.
  return latin > other ? detectByFrequency(sample) : detectByLetters(sample, latin + other)
}

const count = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0

function detectByLetters(text: string, letters: number): string | null {
  const match = BY_LETTERS.find(([, sign]) => count(text, sign) > letters / 8)
  if (match) return match[0]
  const half = letters / 2
  if (count(text, HAN) > half) return count(text, TRADITIONAL) > count(text, SIMPLIFIED) ? 'zh-TW' : 'zh-CN'
  if (count(text, ARABIC) > half) return /[ٹڈڑےں]/.test(text) ? 'ur' : /[پچژگ]/.test(text) ? 'fa' : 'ar'
  if (count(text, CYRILLIC) > half) return detectCyrillic(text)
  return null
}

function detectCyrillic(text: string): string | null {
  if (/[іїєґ]/i.test(text)) return /ў/i.test(text) ? 'be' : 'uk'
  if (/[ыэё]/i.test(text)) return 'ru'
  return /[ђћџљњј]/i.test(text) ? 'sr' : /ъ/i.test(text) ? 'bg' : null
}

const WORD_SEPARATOR = /[\s\d.,;:!?"'’“”„«»()[\]/–—-]+/

/** The best language must have a clear lead. */
function detectByFrequency(text: string): string | null {
  const words = text.toLowerCase().split(WORD_SEPARATOR)
  if (words.length < WORDS_MIN) return null
  const points = new Map<string, number>()
  // Count each word once, so that a repeated name does not decide.
  for (const word of new Set(words)) {
    const languages = byWord.get(word)
    if (languages)
      for (const language of languages)
        points.set(language, (points.get(language) ?? 0) + 1 / languages.length)
  }
  const [best, next] = [...points].toSorted(([, a], [, b]) => b - a)
  if (!best || best[1] < POINTS_MIN) return null
  return best[1] >= (next?.[1] ?? 0) * LEAD_MIN ? best[0] : null
}
