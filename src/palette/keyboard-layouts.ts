/** Words typed in the wrong keyboard layout: `ызфку` typed for `spare` on a Russian keyboard. */
import { isExact, type Ranked } from './rank.ts'

/** The same keys in the order of the rows of the keyboard. */
const ENGLISH = "qwertyuiop[]asdfghjkl;'zxcvbnm,./`"
const LAYOUTS: Readonly<Record<string, string>> = {
  ru: 'йцукенгшщзхъфывапролджэячсмитьбю.ё',
  el: ";ςερτυθιοπ[]ασδφγηξκλ΄'ζχψωβνμ,./`",
  he: "/'קראטוןםפ][שדגכעיחלךף,זסבהנמצתץ.;",
}

const toEnglish = new Map<string, string>()
const fromEnglish = Object.entries(LAYOUTS).map(([name, letters]) => {
  const own = new Map<string, string>()
  for (const [at, letter] of [...letters].entries()) {
    const english = ENGLISH[at] ?? ''
    // Punctuation is typed as such.
    if (!/\p{L}/u.test(letter)) continue
    toEnglish.set(letter, english)
    own.set(english, letter)
  }
  return [name, own] as const
})

/** What the keys of the text would have typed in the other layouts. */
function otherLayouts(text: string): readonly string[] {
  const lower = text.toLowerCase()
  if (/[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}]/u.test(lower)) {
    const english = translated(lower, toEnglish)
    return english === lower ? [] : [english]
  }
  if (!/[a-z]/.test(lower)) return []
  return fromEnglish.map(([, letters]) => translated(lower, letters))
}

const translated = (text: string, letters: ReadonlyMap<string, string>): string =>
  Array.from(text, (letter) => letters.get(letter) ?? letter).join('')

/**
 * Ranks the text as typed, and where it names nothing, as the other layouts would have typed it.
 * @param latin the text in Latin letters, where it was typed in kana
 */
export function withLayouts<T>(
  text: string,
  rankText: (text: string) => readonly Ranked<T>[],
  latin?: string,
): readonly Ranked<T>[] {
  const ranked = rankText(text)
  if (ranked.some(({ parts }) => isExact(parts) || parts.tier === 'words')) return ranked
  for (const other of latin === undefined ? otherLayouts(text) : [latin]) {
    const ofOther = rankText(other).filter(({ parts }) => isExact(parts) || parts.tier === 'words')
    if (ofOther.length > 0) return ofOther
  }
  return ranked
}
