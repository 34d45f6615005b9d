import { safeSource } from '../../core/safe-href.ts'
import type { EntryHead } from '../../model/index.ts'

/** Pictures of the entry outside its text: all of them when the text shows none. */
export function Gallery({ summary, html }: { readonly summary: EntryHead; readonly html: string | null }) {
  const photos = summary.media.filter(
    (one) => one.type === 'photo' && !html?.includes(one.url.split('?')[0] ?? one.url),
  )
  if (photos.length === 0 || /<img\b/i.test(html ?? '')) return null
  return (
    <div className="entry-gallery">
      {photos.map(({ url, width, height }) => (
        <img
          key={url}
          src={safeSource(url)}
          alt=""
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          style={width && height ? { aspectRatio: `${width} / ${height}` } : undefined}
        />
      ))}
    </div>
  )
}
