/** What is read aloud, sentence by sentence. */

export type Sentence = {
  readonly text: string
  /** Where it stands in the content (see Passage); null for the title. */
  readonly place: { readonly block: number; readonly from: number } | null
}

/** Characters. Some voices break off in longer texts. */
export const MAX_SENTENCE = 300

/**
 * @param blocks texts of the content's blocks
 * @param language BCP 47
 */
export function sentencesOf(
  title: string | null,
  blocks: readonly string[],
  language: string | undefined,
): readonly Sentence[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' })
  const heading = (title ?? '').trim()
  // Some feeds repeat the title as the first block.
  const isRepeated = blocks[0]?.trim() === heading
  const first = heading === '' || isRepeated ? [] : [{ text: heading, place: null }]
  return [
    ...first,
    ...blocks.flatMap((block, index) =>
      [...segmenter.segment(block)].flatMap(({ segment, index: at }) =>
        pieces(segment).flatMap(({ text, from }) => {
          const trimmed = text.trim()
          const start = at + from + text.length - text.trimStart().length
          return /[\p{L}\p{N}]/u.test(trimmed)
            ? [{ text: trimmed, place: { block: index, from: start } }]
            : []
        }),
      ),
    ),
  ]
}

/** A long sentence in pieces that end at a comma, or else between words. */
function pieces(sentence: string): readonly { readonly text: string; readonly from: number }[] {
  const found: { text: string; from: number }[] = []
  let from = 0
  while (sentence.length - from > MAX_SENTENCE) {
    const head = sentence.slice(from, from + MAX_SENTENCE)
    const comma = Math.max(
      ...[', ', '; ', ': ', '、', '，', '；', '：'].map((mark) => head.lastIndexOf(mark)),
    )
    const space = head.lastIndexOf(' ')
    const end = comma > MAX_SENTENCE / 3 ? comma + 1 : space > 0 ? space + 1 : MAX_SENTENCE
    found.push({ text: head.slice(0, end), from })
    from += end
  }
  return [...found, { text: sentence.slice(from), from }]
}

/** Share of the letters that makes out the script. */
const SCRIPT_SHARE = 0.3
const share = (text: string, pattern: RegExp): number =>
  (text.match(pattern)?.length ?? 0) / Math.max(1, text.match(/\p{L}/gu)?.length ?? 0)

/**
 * The language that a text is read in: what the feed declares, unless its script is of another one.
 * @returns BCP 47; undefined where neither tells
 */
export function languageOf(text: string, declared: string | null): string | undefined {
  if (share(text, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu) > SCRIPT_SHARE / 3) return 'ja-JP'
  if (share(text, /\p{Script=Hangul}/gu) > SCRIPT_SHARE) return 'ko-KR'
  if (share(text, /\p{Script=Han}/gu) > SCRIPT_SHARE) return declared?.startsWith('zh') ? declared : 'zh-CN'
  const isEastAsian = /^(?:ja|ko|zh)\b/i.test(declared ?? '')
  return declared === null || isEastAsian || !isLanguage(declared) ? undefined : declared
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}
