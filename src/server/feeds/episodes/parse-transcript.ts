/** Transcripts of episodes and captions of films: WebVTT, SubRip, JSON and HTML (Podcasting 2.0), or plain text. Pure. */
import type { TranscriptLine } from '../../../contract/podcast.ts'
import { decodeEntity, ENTITY } from '../../../core/plain-text.ts'
import { parseMarkup } from '../../parsing/markup.ts'
import { decode } from '../decode/decode.ts'
import { secondsOfClock } from '../normalise/duration.ts'
import { readJson } from '../parse/json-text.ts'

export type EpisodeFile = {
  readonly bytes: Uint8Array
  readonly contentType: string | null
}
/** Bounds of a result: it is stored, and sent to browsers. */
const LINES_MAX = 20_000
const CHARACTERS_MAX = 1_000_000
/** Files that have a line for each word are joined up to about this many characters. */
const JOINED = 80
const SHORT = 25
/** Seconds of silence at which a joined line ends. */
const PAUSE = 2

/** @returns the lines in order; none where the file is no transcript */
export function parseTranscript({ bytes, contentType }: EpisodeFile): readonly TranscriptLine[] {
  const text = decode(bytes, contentType).text.replaceAll('\r\n', '\n').trim()
  return bounded(joined(linesOf(text).filter((line) => line.text !== '')))
}

/** The types that servers and feeds declare are often wrong: the text itself tells. */
function linesOf(text: string): readonly TranscriptLine[] {
  if (/^[{[]/.test(text)) return ofJson(text)
  if (text.startsWith('WEBVTT') || TIMING.test(text.slice(0, 2000))) return ofCaptions(text)
  return /<(?:p|time|cite|html|div|br)\b/i.test(text) ? ofHtml(text) : ofText(text)
}

const CLOCK = String.raw`(?:\d{1,4}:)?\d{1,2}:\d{1,2}[.,]\d{1,3}`
const TIMING = new RegExp(String.raw`^[ \t]*(${CLOCK})[ \t]*-->[ \t]*(${CLOCK})`, 'm')
// None of these goes past the beginning of the next tag, so that their time is linear in a file of beginnings.
const VOICE = /<v(?:\.[^\s<>]*)?\s+([^<>]{1,200})>/
const TAGS = /<[^<>]*>/g
/** Positions and fonts of SubRip, `{\an8}`. */
const STYLES = /\{\\[^{}]*\}/g

/** WebVTT and SubRip: a line of times, then the text up to a blank line. */
function ofCaptions(text: string): readonly TranscriptLine[] {
  const lines: TranscriptLine[] = []
  let open: { start: number | null; end: number | null; texts: string[] } | null = null
  const close = () => {
    if (open) lines.push(captionOf(open.start, open.end, open.texts.join(' ')))
    open = null
  }
  for (const row of text.split('\n')) {
    const [, start, end] = TIMING.exec(row) ?? []
    if (start !== undefined) {
      close()
      open = { start: secondsOfClock(start) ?? null, end: secondsOfClock(end) ?? null, texts: [] }
    } else if (row.trim() === '') close()
    else open?.texts.push(row)
  }
  close()
  return lines
}

function captionOf(start: number | null, end: number | null, markup: string): TranscriptLine {
  const speaker = VOICE.exec(markup)?.[1]
  const text = markup.replaceAll(TAGS, '').replaceAll(STYLES, '').replaceAll(ENTITY, decodeEntity)
  return lineOf(start, end, text, speaker)
}

const lineOf = (
  start: number | null,
  end: number | null,
  text: string,
  speaker: string | undefined,
): TranscriptLine => {
  const name = speaker === undefined ? '' : spaced(speaker).replace(/:$/, '').slice(0, 100)
  return { start, end, text: spaced(text), ...(name === '' ? {} : { speaker: name }) }
}
const spaced = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()

type Segment = Readonly<Record<string, unknown>>
export const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const secondsIn = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0
    ? value
    : (secondsOfClock(textIn(value)) ?? null)

function ofJson(text: string): readonly TranscriptLine[] {
  const { segments } = (readJson(text)?.value ?? {}) as { readonly segments?: unknown }
  return (Array.isArray(segments) ? segments : [])
    .filter((one): one is Segment => typeof one === 'object' && one !== null)
    .map(({ startTime, endTime, body, speaker }) =>
      lineOf(secondsIn(startTime), secondsIn(endTime), textIn(body) ?? '', textIn(speaker)),
    )
}

/** `<cite>` names the speaker and `<time>` the start of the paragraphs after it. */
function ofHtml(html: string): readonly TranscriptLine[] {
  const lines: TranscriptLine[] = []
  let [text, speaker, start]: [string, string | undefined, number | null] = ['', undefined, null]
  /** The text of the open `cite` or `time`. */
  let label: string | null = null
  let hidden = 0
  const end = () => {
    if (text.trim() !== '') {
      lines.push(lineOf(start, null, text, speaker))
      start = null
    }
    text = ''
  }
  parseMarkup(
    html,
    {
      onopentagname(name) {
        if (/^(script|style|head|title)$/.test(name)) hidden += 1
        else if (/^(p|div|li|h[1-6]|br|hr|blockquote|section|article)$/.test(name)) end()
        else if (name === 'cite' || name === 'time') {
          end()
          label = ''
        }
      },
      ontext(part) {
        if (hidden > 0) return
        if (label === null) text += part
        else label += part
      },
      onclosetag(name) {
        if (/^(script|style|head|title)$/.test(name)) hidden -= 1
        if (name === 'cite' && label !== null) [speaker, label] = [label, null]
        if (name === 'time' && label !== null) [start, label] = [secondsOfClock(label) ?? null, null]
      },
    },
    {},
    () => end(),
  )
  end()
  return lines
}

const ofText = (text: string): readonly TranscriptLine[] =>
  text.split('\n').map((row) => lineOf(null, null, row, undefined))

/** Words and shreds of lines, whose times have ends, are joined to lines that can be read. */
function joined(lines: readonly TranscriptLine[]): readonly TranscriptLine[] {
  const length = lines.reduce((sum, { text }) => sum + text.length, 0)
  if (lines.length === 0 || length / lines.length >= SHORT || lines[0]?.end === null) return lines
  const result: TranscriptLine[] = []
  for (const line of lines) {
    const last = result.at(-1)
    const isNext =
      last &&
      last.speaker === line.speaker &&
      last.text.length + line.text.length < JOINED &&
      !/[.!?…。！？]["”’)]?$/u.test(last.text) &&
      (line.start ?? 0) - (last.end ?? last.start ?? 0) < PAUSE
    if (isNext) result[result.length - 1] = { ...last, end: line.end, text: `${last.text} ${line.text}` }
    else result.push(line)
  }
  return result
}

function bounded(lines: readonly TranscriptLine[]): readonly TranscriptLine[] {
  let room = CHARACTERS_MAX
  return lines.slice(0, LINES_MAX).filter(({ text }) => (room -= text.length) >= 0)
}
