import { useUnit } from 'effector-react'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import type { EntryHead } from '../../model/rows.ts'
import type { Embed } from '../../model/player/embeds.ts'
import { fullscreenToggled, playToggled, trackRequested, type Track } from '../../model/player/events.ts'
import { $siteFilm, filmStageClosed, filmStageOpened, siteFilmPlayed } from '../../model/player/films.ts'
import { $playerSummary } from '../../model/player/summary.ts'
import { Picture, PlayIcon, useTranslation } from '../../ui/index.ts'

type StageProps = {
  /** The address of the file, or of the film's page on its site. */
  readonly film: string
  readonly poster: string | null
  readonly title: string
  /** Whether the film is on the stage. */
  readonly isOn: boolean
  readonly isPlaying: boolean
  /** Below the button: what playing it means. */
  readonly note?: ReactNode
  readonly onPlay: () => void
  /** For pointers; by keys it is the player's command. */
  readonly onScreenClick?: () => void
  readonly onScreenDoubleClick?: () => void
}

/**
 * The place of a film in its entry, 16 to 9 from the start: its still with a button, and then the player's own picture.
 * That one is moved here, and to the corner of the window when the entry is left, by features/player/film-places.ts.
 */
function Stage({ film, poster, title, isOn, isPlaying, note, onPlay, ...pointer }: StageProps) {
  const { t } = useTranslation()
  const { opened, closed } = useUnit({ opened: filmStageOpened, closed: filmStageClosed })
  const screen = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = screen.current
    if (!element) return
    element.dataset['filmStage'] = film
    opened(film)
    return () => {
      // It is in the page for a moment yet, and must not be chosen any more.
      delete element.dataset['filmStage']
      closed(film)
    }
  }, [film, opened, closed])
  const play = () => {
    // The button goes away.
    screen.current?.focus({ preventScroll: true })
    onPlay()
  }
  return (
    <div className="film-stage" data-on={isOn || undefined}>
      <Picture src={poster} className="film-still" />
      <div
        ref={screen}
        className="film-screen"
        role="group"
        aria-label={title}
        tabIndex={-1}
        onClick={pointer.onScreenClick}
        onDoubleClick={pointer.onScreenDoubleClick}
      />
      {!isPlaying && (
        <button
          type="button"
          className="film-play"
          aria-label={t('entry.playFilm', { title })}
          onClick={play}
        >
          <PlayIcon aria-hidden="true" />
        </button>
      )}
      {!isOn && note && <p className="film-note">{note}</p>}
    </div>
  )
}

/** A film of a file, which the player plays. */
export function FilmStage({ track, poster }: { readonly track: Track; readonly poster: string | null }) {
  const { player, request, toggle, fullscreen } = useUnit({
    player: $playerSummary,
    request: trackRequested,
    toggle: playToggled,
    fullscreen: fullscreenToggled,
  })
  const isOn = player.show && player.track?.src === track.src
  return (
    <Stage
      film={track.src}
      poster={poster}
      title={track.title}
      isOn={isOn}
      isPlaying={isOn && player.isPlaying}
      // The player's stores may not be loaded yet.
      onPlay={() => (isOn ? toggle() : void import('../../model/player/index.ts').then(() => request(track)))}
      onScreenClick={() => isOn && toggle()}
      onScreenDoubleClick={() => isOn && fullscreen()}
    />
  )
}

/** A film that only its site's player can play: nothing is loaded from there before it is asked for. */
export function SiteFilmStage({
  embed,
  summary,
  poster,
}: {
  readonly embed: Embed
  readonly summary: EntryHead
  readonly poster: string | null
}) {
  const { t } = useTranslation()
  const { film, play } = useUnit({ film: $siteFilm, play: siteFilmPlayed })
  const title = summary.title ?? ''
  const isOn = film?.page === embed.page
  return (
    <Stage
      film={embed.page}
      poster={poster}
      title={title || embed.provider}
      isOn={isOn}
      isPlaying={isOn}
      note={t('reading.loadFrame', { host: embed.provider })}
      onPlay={() => play({ page: embed.page, title, entryId: summary.id, feedId: summary.feedId })}
    />
  )
}
