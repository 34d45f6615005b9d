import { useUnit } from 'effector-react'
import { useLayoutEffect } from 'react'
import { navigationRequested } from '../../model/location/index.ts'
import { $siteFilm, siteFilmClosed, type Track } from '../../model/player/index.ts'
import { isFilm } from '../../model/player/tracks.ts'
import { Icon, IconButton, useTranslation } from '../../ui/index.ts'
import { cornersDrawn } from './film-places.ts'

/** Small pictures in the corner of the window, of a film whose entry is not shown. What is in them is put there by film-places.ts. */
export function FilmCorners({ track }: { readonly track: Track | null }) {
  const { t } = useTranslation()
  const { film, close, navigate, drawn } = useUnit({
    film: $siteFilm,
    close: siteFilmClosed,
    navigate: navigationRequested,
    drawn: cornersDrawn,
  })
  const hasTrack = track !== null
  const hasFilm = film !== null
  useLayoutEffect(() => drawn(), [hasTrack, hasFilm, drawn])
  return (
    <>
      {track && (
        // By keys the title in the bar leads to the entry.
        <div
          className="film-corner"
          data-film-corner="track"
          data-sound={!isFilm(track) || undefined}
          data-command-id="player:go-to-entry"
          title={t('player.backToEntry')}
        />
      )}
      {film && (
        <section className="film-corner" aria-label={film.title || t('player.label')}>
          <div data-film-corner="site" />
          <div className="film-corner-bar">
            <button
              type="button"
              className="film-corner-title"
              onClick={() => navigate({ source: { kind: 'feed', id: film.feedId }, entryId: film.entryId })}
            >
              {film.title}
            </button>
            <IconButton
              size="small"
              label={t('player.closeFilm')}
              icon={<Icon name="close" />}
              onClick={() => close()}
            />
          </div>
        </section>
      )}
    </>
  )
}
