/** The file of JSON chapters (Podcasting 2.0). Pure. */
import type { EpisodeChapter } from '../../../contract/podcast.ts'
import { decode } from '../decode/decode.ts'
import { absolute } from '../normalise/address.ts'
import { secondsOfClock } from '../normalise/duration.ts'
import { oneLine } from '../normalise/text.ts'
import { readJson } from '../parse/json-text.ts'
import { textIn, type EpisodeFile } from './parse-transcript.ts'

const CHAPTERS_MAX = 500
const TITLE_MAX = 300

/** @param file.url its address, after redirects @returns the chapters of the table of contents, in order */
export function parseChapters({
  bytes,
  contentType,
  url,
}: EpisodeFile & { readonly url: string }): readonly EpisodeChapter[] {
  const { chapters } = (readJson(decode(bytes, contentType).text)?.value ?? {}) as {
    readonly chapters?: unknown
  }
  return (Array.isArray(chapters) ? chapters : [])
    .flatMap((one: unknown): EpisodeChapter[] => {
      const { startTime, title, img, url: link, toc } = (one ?? {}) as Readonly<Record<string, unknown>>
      const start = typeof startTime === 'number' ? startTime : secondsOfClock(textIn(startTime))
      // A chapter that is not of the table of contents only changes the picture.
      if (start === undefined || !Number.isFinite(start) || start < 0 || toc === false) return []
      const image = absolute(textIn(img), url)
      const address = absolute(textIn(link), url)
      return [
        {
          start,
          title: oneLine(textIn(title), TITLE_MAX) ?? '',
          ...(image !== null && { image }),
          ...(address !== null && { url: address }),
        },
      ]
    })
    .toSorted((a, b) => a.start - b.start)
    .slice(0, CHAPTERS_MAX)
}
