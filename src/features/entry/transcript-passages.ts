import type { TranscriptLine } from '../../contract/podcast.ts'

export type Passage = {
  /** Of its first line; null: the transcript has no times. */
  readonly start: number | null
  /** Absent where the one before goes on. */
  readonly speaker: string | undefined
  readonly lines: readonly { readonly index: number; readonly text: string }[]
}

/** Characters from which a passage ends with a sentence, and after which it ends anyway. */
const ENOUGH = 320
const MOST = 700
/** Seconds of silence that begin a new passage. */
const SILENCE = 5

/** Lines as paragraphs that can be read: by speaker, by pauses, and by length. */
export function passagesOf(lines: readonly TranscriptLine[]): readonly Passage[] {
  const passages: {
    start: number | null
    speaker: string | undefined
    lines: { index: number; text: string }[]
  }[] = []
  let length = 0
  let last: TranscriptLine | undefined
  for (const [index, line] of lines.entries()) {
    const isOther = line.speaker !== last?.speaker
    const silence = (line.start ?? 0) - (last?.end ?? line.start ?? 0)
    const isLong = length > MOST || (length > ENOUGH && /[.!?…。！？]["”’)»]?$/u.test(last?.text ?? ''))
    // Without times each line is a paragraph of the file.
    if (!last || isOther || isLong || silence > SILENCE || (line.start === null && last.start === null)) {
      passages.push({ start: line.start, speaker: isOther ? line.speaker : undefined, lines: [] })
      length = 0
    }
    passages.at(-1)?.lines.push({ index, text: line.text })
    length += line.text.length
    last = line
  }
  return passages
}
