/** Text in UTF-8 that is declared as another charset: senders convert a mail but not its label. */

const WESTERN =
  /^(us-ascii|ascii|windows-125[02478]|cp125[02478]|iso-?8859-(1|2|3|4|9|1[03-6])|latin-?\d|macintosh)$/i
/** The script that a label is for, where two of its letters may look like one of UTF-8. */
const SCRIPTS: readonly (readonly [label: RegExp, script: RegExp])[] = [
  [/^(windows-1251|cp1251|koi8|cp866|ibm866|iso-?8859-5)/i, /\p{Script=Cyrillic}/u],
  [/^(windows-1253|cp1253|iso-?8859-7)/i, /\p{Script=Greek}/u],
  [/^(windows-1255|cp1255|iso-?8859-8)/i, /\p{Script=Hebrew}/u],
  [/^(windows-1256|cp1256|iso-?8859-6)/i, /\p{Script=Arabic}/u],
]
const UTF_8 = /^(unicode-1-1-)?utf-?8$/i
/** Western letters, punctuation, symbols, and everything with three or more bytes in UTF-8, as Chinese and Thai. */
const EXPECTED = /[\u00a0-\u00ff\u0800-\u{10ffff}]/u
/** Fewer may be valid by chance. */
const LETTERS_MIN = 2

/**
 * @param label the declared charset
 * @returns the text if the bytes are UTF-8; null if they are not, or the label may be correct
 */
export function mislabelledUtf8(bytes: Uint8Array, label: string): string | null {
  if (UTF_8.test(label) || !bytes.some((byte) => byte >= 0x80)) return null
  const text = strictUtf8(bytes)
  if (text === null) return null
  // Two western letters that form one of UTF-8 are not adjacent in words.
  if (WESTERN.test(label)) return text
  const script = SCRIPTS.find(([labels]) => labels.test(label))?.[1]
  const letters = text.match(/[^\0-\x7f]/gu) ?? []
  const isExpected = letters.every((letter) => EXPECTED.test(letter) || script?.test(letter))
  return letters.length >= LETTERS_MIN && isExpected ? text : null
}

function strictUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
