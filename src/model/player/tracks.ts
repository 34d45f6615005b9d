/** The audio and video files of an entry. */
import { webAddress } from '../../core/safe-href.ts'
import type { EntryHead } from '../../local/calls.ts'
import type { Track } from './events.ts'

const AUDIO = /\.(mp3|m4a|m4b|ogg|oga|opus|flac|wav|aac)(\?|$)/i
const VIDEO = /\.(mp4|webm|m4v|mov|ogv|m3u8)(\?|$)/i

export type MediaKind = 'audio' | 'video' | 'image' | 'file'

/** The kind of a file, by its type or else its name. */
export function kindOfFile({ url, mime_type: mime = '' }: EntryHead['attachments'][number]): MediaKind {
  if (mime.startsWith('audio/') || AUDIO.test(url)) return 'audio'
  if (mime.startsWith('video/') || /mpegurl/i.test(mime) || VIDEO.test(url)) return 'video'
  return mime.startsWith('image/') ? 'image' : 'file'
}

/** Seconds of `3600`, `60:00` or `1:00:00` (spec 5). @returns null for another text */
export function secondsOf(duration: number | string | undefined): number | null {
  const seconds =
    typeof duration === 'string'
      ? duration.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
      : duration
  return seconds !== undefined && Number.isFinite(seconds) && seconds > 0 ? seconds : null
}

/** Whether a track has a picture that moves. */
export const isFilm = ({ src, mime }: Track): boolean =>
  kindOfFile({ url: src, ...(mime !== null && { mime_type: mime }) }) === 'video'

/** The still that stands for an entry's film or episode. */
export const posterOf = ({ media }: Pick<EntryHead, 'media'>): string | null =>
  media.find(({ preview_image_url: preview }) => preview)?.preview_image_url ??
  media.find(({ type }) => type === 'photo')?.url ??
  null

/** The files of an entry. Feeds often name a film twice: as an enclosure, and as media. */
function filesOf({ attachments, media }: EntryHead): EntryHead['attachments'] {
  const films = media.filter(
    ({ type, url }) =>
      type === 'video' &&
      kindOfFile({ url }) === 'video' &&
      !attachments.some((attachment) => attachment.url === url),
  )
  return [...films.map(({ url }) => ({ url })), ...attachments]
}

/** What the player can play of an entry, audio first. */
export function tracksOf(entry: EntryHead): readonly Track[] {
  const image = posterOf(entry)
  const tracks = filesOf(entry).flatMap((file): (Track & { kind: MediaKind })[] => {
    const kind = kindOfFile(file)
    const src = webAddress(file.url)
    return src && (kind === 'audio' || kind === 'video')
      ? [
          {
            kind,
            entryId: entry.id,
            feedId: entry.feedId,
            title: entry.title || file.title || src,
            src,
            mime: file.mime_type ?? null,
            image,
            duration: secondsOf(file.duration_in_seconds),
          },
        ]
      : []
  })
  return tracks.toSorted((a, b) => a.kind.localeCompare(b.kind)).map(({ kind: _, ...track }) => track)
}
