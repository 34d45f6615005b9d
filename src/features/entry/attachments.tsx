import { safeHref, safeSource } from '../../core/safe-href.ts'
import type { EntryHead } from '../../model/index.ts'
import { kindOfFile, secondsOf } from '../../model/player/tracks.ts'
import {
  Button,
  formatClock,
  Icon,
  IconButton,
  PlayIcon,
  usePictureAddress,
  useTranslation,
} from '../../ui/index.ts'

function Film({ src, poster }: { readonly src: string; readonly poster: string | undefined }) {
  const address = usePictureAddress(safeSource(poster))
  return <video src={safeSource(src)} poster={safeSource(address)} controls playsInline preload="metadata" />
}

/** Audio, played by the player; video with the browser's controls; other files as links. */
export function Attachments({ summary }: { readonly summary: EntryHead }) {
  const { t } = useTranslation()
  const films = summary.media.filter(
    (one) => one.type === 'video' && /\.(mp4|webm|m4v|mov)(\?|$)/i.test(one.url),
  )
  const shown = summary.attachments.filter((one) => kindOfFile(one) !== 'image')
  if (shown.length === 0 && films.length === 0) return null
  const args = JSON.stringify({ entries: [summary.id] })
  return (
    <div className="entry-attachments">
      {films.map((film) => (
        <Film key={film.url} src={film.url} poster={film.preview_image_url} />
      ))}
      {shown.map((one) => {
        const kind = kindOfFile(one)
        if (kind === 'audio')
          return (
            <div key={one.url} className="entry-audio">
              <Button commandId="player:play" data-command-args={args} icon={<PlayIcon />}>
                {t('player.play')}
              </Button>
              <span>{one.title || summary.title || nameOf(one.url)}</span>
              <time>{durationOf(one)}</time>
              <IconButton
                label={t('player.addToQueue')}
                icon={<Icon name="list" />}
                commandId="player:queue"
                data-command-args={args}
              />
            </div>
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

function nameOf(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : url
  return path.split('/').pop() ?? ''
}

function durationOf({ duration_in_seconds: duration }: EntryHead['attachments'][number]): string {
  const seconds = secondsOf(duration)
  return seconds === null ? '' : formatClock(seconds)
}
