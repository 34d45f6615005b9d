/** Words per minute, and characters per minute in scripts without spaces. */
const WORDS = 230
const LETTERS = 450

/** Minutes, rounded; 0 for very short texts. */
export function readingMinutes(html: string | null): number {
  if (!html) return 0
  const text = html.replaceAll(/<[^>]*>/g, ' ')
  const cjk = text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0
  const wordCount = text.replaceAll(/[\u3040-\u30ff\u3400-\u9fff]/g, ' ').match(/\S+/g)?.length ?? 0
  const minutes = wordCount / WORDS + cjk / LETTERS
  return minutes < 0.5 ? 0 : Math.round(minutes)
}
