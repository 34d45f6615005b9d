/** As people read for pleasure, in a minute. */
const WORDS = 220
const CHARACTERS = 500

/** Scripts that write without spaces between words, and Korean. */
const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

/** How long a plain text takes to read, in minutes. */
export function readingMinutes(text: string): number {
  const characters = text.match(ideographs)?.length ?? 0
  const words = text.replace(ideographs, ' ').match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0
  return words / WORDS + characters / CHARACTERS
}
