/** Media RSS: pictures and films beside an entry's text. */
import type { MediaNs } from 'feedsmith'
import type { RawAttachment, RawMedia } from './normalised.ts'

type Group = MediaNs.ItemOrFeed | undefined
type Content = NonNullable<NonNullable<MediaNs.ItemOrFeed['contents']>[number]>

/** Pictures and films, each film with its preview; a lone thumbnail stands for a picture. */
export function mediaPictures(media: Group): RawMedia[] {
  const thumbnail = media?.thumbnails?.[0] ?? media?.groups?.[0]?.thumbnails?.[0]
  const pictures = contentsOf(media).flatMap((content): RawMedia[] => {
    const kind = kindOf(content)
    if (kind !== 'photo' && kind !== 'video') return []
    const { url, width, height } = content
    const preview = content.thumbnails?.[0]?.url ?? thumbnail?.url
    return [{ type: kind, url, width, height, preview: kind === 'video' ? preview : undefined }]
  })
  if (pictures.length > 0 || !thumbnail) return pictures
  return [{ type: 'photo', url: thumbnail.url, width: thumbnail.width, height: thumbnail.height }]
}

/** Films and sounds that can be played or fetched. */
export function mediaAttachments(media: Group): RawAttachment[] {
  return contentsOf(media).flatMap((content): RawAttachment[] => {
    const kind = kindOf(content)
    if (kind !== 'audio' && kind !== 'video') return []
    return [
      {
        url: content.url,
        type: content.type,
        title: content.title?.value,
        seconds: content.duration,
        bytes: content.fileSize,
      },
    ]
  })
}

function contentsOf(media: Group): Content[] {
  return [...(media?.contents ?? []), ...(media?.groups ?? []).flatMap((group) => group.contents ?? [])]
}

function kindOf({ medium, type, url }: Content): 'photo' | 'video' | 'audio' | null {
  const said = medium ?? type?.split('/')[0]
  if (said === 'image') return 'photo'
  if (said === 'video' || said === 'audio') return said
  if (/\.(jpe?g|png|gif|webp|avif)(\?|$)/i.test(url ?? '')) return 'photo'
  // YouTube's player page, given as Flash for twenty years.
  return /youtube\.com\/v\//.test(url ?? '') ? 'video' : null
}
