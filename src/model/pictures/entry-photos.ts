/** The pictures of an entry, for the viewer. */
import { entryName } from '../../core/entry-name.ts'
import { picturesInHtml } from '../../core/pictures-in-html.ts'
import { plainText } from '../../core/plain-text.ts'
import type { EntryHead } from '../../local/index.ts'

export type Photo = {
  readonly src: string
  readonly alt: string
  readonly width?: number | undefined
  readonly height?: number | undefined
}

/** Those that the feed names, or else those in the text. @param html null while it is not loaded */
export function photosOf(entry: EntryHead, html: string | null): readonly Photo[] {
  const named = entry.media.filter(({ type }) => type === 'photo')
  const alt = entryName(entry) || plainText(entry.description).slice(0, 200)
  return named.length > 0
    ? named.map((photo) => ({
        src: photo.url,
        alt: photo.alt || alt,
        ...(photo.width && photo.height ? { width: photo.width, height: photo.height } : {}),
      }))
    : picturesInHtml(html ?? '').map((src) => ({ src, alt }))
}
