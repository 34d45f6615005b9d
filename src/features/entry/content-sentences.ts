import { blocksOf, blockText } from './translate-content.ts'

/** How many sentences a list of them shows. */
const MAX_SENTENCES = 500

/** The sentences of shown content, each once. */
export function contentSentences(content: Element): readonly string[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })
  const sentences = blocksOf(content)
    .flatMap((block) => [...segmenter.segment(blockText(block))])
    .map(({ segment }) => segment.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
  return [...new Set(sentences)].slice(0, MAX_SENTENCES)
}
