import { safeHref, safeSource } from '../../core/safe-href.ts'
import type { EntryHead } from '../../model/rows.ts'
import { embedOf, type Embed } from '../../model/player/embeds.ts'
import { kindOfFile, secondsOf } from '../../model/player/tracks.ts'
import {
  Button,
  formatMinutes,
  Icon,
  IconButton,
  Picture,
  PlayIcon,
  usePictureAddress,
  useTranslation,
} from '../../ui/index.ts'

function Film({ src, poster }: { readonly src: string; readonly poster: string | undefined }) {
  const address = usePictureAddress(safeSource(poster))
  return <video src={safeSource(src)} poster={safeSource(address)} controls playsInline preload="metadata" />
}

/** A video that only its site's player can play: its picture, with a button that opens the player. */
function EmbeddedFilm({ summary, embed }: { readonly summary: EntryHead; readonly embed: Embed }) {
  const { t } = useTranslation()
  const poster = summary.media.find((one) => one.type === 'photo') ?? summary.media[0]
  return (
    <div className="entry-film">
      <Picture src={poster && (poster.preview_image_url ?? poster.url)} />
      <Button
        variant="primary"
        commandId="player:play"
        data-command-args={JSON.stringify({ entries: [summary.id] })}
        icon={<PlayIcon />}
      >
        {t('entry.loadFrame', { host: embed.provider })}
      </Button>
    </div>
  )
}

/** Audio, played by the player; video with the browser's controls; other files as links. */
export function Attachments({
  summary,
  html,
}: {
  readonly summary: EntryHead
  readonly html: string | null
}) {
  const { t } = useTranslation()
  const films = summary.media.filter(
    (one) => one.type === 'video' && /\.(mp4|webm|m4v|mov)(\?|$)/i.test(one.url),
  )
  // Feeds often name the same film in two ways.
  const isFilm = (url: string) => films.some((film) => film.url === url)
  const shown = summary.attachments.filter((one) => kindOfFile(one) !== 'image' && !isFilm(one.url))
  // The content may hold the same player.
  const embed = /<iframe\b/i.test(html ?? '') ? null : embedOf(summary)
  if (shown.length === 0 && films.length === 0 && !embed) return null
  const args = JSON.stringify({ entries: [summary.id] })
  return (
    <div className="entry-attachments">
      {embed && <EmbeddedFilm summary={summary} embed={embed} />}
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
              <Length of={one} />
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

/** The name of a file in its address; magnet links have it as a parameter. */
function nameOf(address: string): string {
  const url = URL.parse(address)
  return url?.searchParams.get('dn') ?? (url?.pathname ?? address).split('/').pop() ?? ''
}

function Length({
  of: { duration_in_seconds: duration },
}: {
  readonly of: EntryHead['attachments'][number]
}) {
  const { t } = useTranslation()
  const seconds = secondsOf(duration)
  return seconds === null ? null : (
    <time dateTime={`PT${Math.round(seconds)}S`}>{formatMinutes(seconds / 60, t)}</time>
  )
}
