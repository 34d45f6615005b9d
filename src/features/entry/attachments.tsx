import { useUnit } from 'effector-react'
import { safeHref } from '../../core/safe-href.ts'
import type { EntryHead } from '../../model/rows.ts'
import { $playerSummary } from '../../model/player/summary.ts'
import { kindOfFile, posterOf, secondsOf } from '../../model/player/tracks.ts'
import { Button, formatMinutes, Icon, IconButton, PlayIcon, useTranslation } from '../../ui/index.ts'
import { FilmStage, SiteFilmStage } from './film-stage.tsx'
import { stagedFilms } from './staged-films.ts'

/** Films on their stages, sound with a button of the player, other files as links. */
export function Attachments({
  summary,
  html,
}: {
  readonly summary: EntryHead
  readonly html: string | null
}) {
  const { t } = useTranslation()
  const { films, embed } = stagedFilms(summary, html)
  const shown = summary.attachments.filter((one) => !['image', 'video'].includes(kindOfFile(one)))
  if (shown.length === 0 && films.length === 0 && !embed) return null
  const args = JSON.stringify({ entries: [summary.id] })
  const poster = posterOf(summary)
  return (
    <div className="entry-attachments">
      {embed && <SiteFilmStage summary={summary} embed={embed} poster={poster} />}
      {films.map((track) => (
        <FilmStage key={track.src} track={track} poster={poster} />
      ))}
      {shown.map((one) => {
        if (kindOfFile(one) === 'audio')
          return (
            <div key={one.url} className="entry-audio">
              <PlayButton entryId={summary.id} />
              <span>{titleBeside(one, summary)}</span>
              <Length of={one} />
              <IconButton
                label={t('player.addToQueue')}
                icon={<Icon name="list" />}
                commandId="player:queue"
                data-command-args={args}
              />
            </div>
          )
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

/** What tells a file from the others of the entry: a title that is the entry's stands above it already. */
function titleBeside({ title, url }: EntryHead['attachments'][number], entry: EntryHead): string {
  if (title) return title === entry.title ? '' : title
  return entry.attachments.length > 1 || !entry.title ? nameOf(url) : ''
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

/** Plays the episode of an entry, and pauses it where it plays. */
function PlayButton({ entryId }: { readonly entryId: string }) {
  const { t } = useTranslation()
  const { show, isPlaying, track } = useUnit($playerSummary)
  if (show && isPlaying && track?.entryId === entryId)
    return (
      <Button commandId="global:toggle-corner-play" icon={<Icon name="pause" />}>
        {t('player.pause')}
      </Button>
    )
  return (
    <Button
      commandId="player:play"
      data-command-args={JSON.stringify({ entries: [entryId] })}
      icon={<PlayIcon />}
    >
      {t('player.play')}
    </Button>
  )
}
