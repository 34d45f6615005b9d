import { safeHref, safeSource } from '../../core/safe-href.ts'
import type { EntryHead } from '../../model/index.ts'
import { useTranslation } from '../../ui/index.ts'

type Kind = 'audio' | 'video' | 'image' | 'file'

/** Audio and video of an entry with the browser's controls; other files as links. */
export function Attachments({ summary }: { readonly summary: EntryHead }) {
  const { t } = useTranslation()
  const films = summary.media.filter(
    (one) => one.type === 'video' && /\.(mp4|webm|m4v|mov)(\?|$)/i.test(one.url),
  )
  const shown = summary.attachments.filter((one) => kindOf(one) !== 'image')
  if (shown.length === 0 && films.length === 0) return null
  return (
    <div className="entry-attachments">
      {films.map((film) => (
        <video
          key={film.url}
          src={safeSource(film.url)}
          poster={safeSource(film.preview_image_url)}
          controls
          playsInline
          preload="metadata"
        />
      ))}
      {shown.map((one) => {
        const kind = kindOf(one)
        if (kind === 'audio')
          return (
            <audio
              key={one.url}
              src={safeSource(one.url)}
              controls
              preload="metadata"
              aria-label={one.title ?? summary.title ?? ''}
            />
          )
        if (kind === 'video')
          return <video key={one.url} src={safeSource(one.url)} controls playsInline preload="metadata" />
        return (
          <a
            key={one.url}
            className="ui-button"
            data-variant="plain"
            href={safeHref(one.url)}
            target="_blank"
            rel="noopener noreferrer"
          >
            <span className="ui-button-label">{one.title || nameOf(one.url) || t('entry.attachment')}</span>
          </a>
        )
      })}
    </div>
  )
}

function kindOf({ mime_type: mime = '', url }: EntryHead['attachments'][number]): Kind {
  if (mime.startsWith('audio/') || /\.(mp3|m4a|ogg|opus|flac|wav|aac)(\?|$)/i.test(url)) return 'audio'
  if (mime.startsWith('video/') || /\.(mp4|webm|m4v|mov)(\?|$)/i.test(url)) return 'video'
  return mime.startsWith('image/') ? 'image' : 'file'
}

function nameOf(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : url
  return path.split('/').pop() ?? ''
}
