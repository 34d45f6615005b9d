/** Chapters of an episode, as its feed has them, else from the times in its show notes. */
import type { EpisodeChapter, TranscriptLine } from '../../contract/podcast.ts'
import { namedEntities } from '../../core/html-entities.ts'

export type Chapter = {
  /** Seconds from the start of the track. */
  readonly start: number
  /** The same, as the notes write it: 1:02:03. */
  readonly time: string
  readonly title: string
  readonly image?: string | undefined
  readonly url?: string | undefined
}

/** A line that begins with a time, or ends with one: "(12:34) Guests", "Guests – 12:34". */
const TIME = String.raw`[([]?((?:\d{1,2}:)?\d{1,2}:[0-5]\d)[)\]]?`
const AT_START = new RegExp(String.raw`^[\s•*–—-]*${TIME}[\s:.–—|-]+(.+)$`)
const AT_END = new RegExp(String.raw`^(.+?)[\s:.–—|-]+${TIME}\s*$`)
/** A single time is a remark and no chapter. */
const MIN_CHAPTERS = 2

/**
 * @param html show notes
 * @returns the chapters in order; none unless at least two lines have increasing times
 */
export function chaptersIn(html: string): readonly Chapter[] {
  const chapters = linesOf(html).flatMap((line): Chapter[] => {
    const [, startTime, startTitle] = AT_START.exec(line) ?? []
    if (startTime && startTitle) return [chapter(startTime, startTitle)]
    const [, endTitle, endTime] = AT_END.exec(line) ?? []
    return endTime && endTitle ? [chapter(endTime, endTitle)] : []
  })
  const increasing = chapters.filter(
    ({ start }, index) => index === 0 || start > (chapters[index - 1]?.start ?? 0),
  )
  return increasing.length >= MIN_CHAPTERS ? increasing : []
}

export const chaptersOf = (list: readonly EpisodeChapter[]): readonly Chapter[] =>
  list.map((one) => ({ ...one, time: clockOf(one.start) }))

/** The index of the transcript's line at that time; -1 before the first. */
export const lineAt = (lines: readonly TranscriptLine[], seconds: number): number =>
  lines.findLastIndex(({ start }) => start !== null && start <= seconds)

/** @returns the index of the chapter at that time; -1 before the first */
export const chapterAt = (chapters: readonly Chapter[], seconds: number): number =>
  chapters.findLastIndex(({ start }) => start <= seconds)

const chapter = (time: string, title: string): Chapter => ({
  start: secondsAt(time),
  time,
  title: title.trim(),
})

const linesOf = (html: string): readonly string[] =>
  html
    .replaceAll(/<(?:br|\/p|\/li|\/div|\/h[1-6]|\/tr)\b[^>]*>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(\w+);/g, (whole, name: string) => namedEntities[name] ?? whole)
    .split('\n')
    .map((line) => line.trim())

const secondsAt = (time: string): number => time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

/** 1:02:03, or 2:03. */
export function clockOf(seconds: number): string {
  const [hours, minutes, rest] = [
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60) % 60,
    Math.floor(seconds) % 60,
  ]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
