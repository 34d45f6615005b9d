/** How long a text takes to read: the same number beside an article, in queries and in reading lists. */

/** Words a minute, and characters a minute in scripts that write no spaces. */
const WORDS = 230
const LETTERS = 450
const SECONDS = 60

/** Kana and Chinese characters. */
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff]/g

/** @param text plain text @returns whole seconds; 0 for none */
export function readingSeconds(text: string): number {
  const letters = text.match(UNSPACED)?.length ?? 0
  const spaced = letters > 0 ? text.replaceAll(UNSPACED, ' ') : text
  const words = spaced.match(/\S+/g)?.length ?? 0
  return Math.round((words / WORDS + letters / LETTERS) * SECONDS)
}
