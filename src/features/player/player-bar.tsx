import './player.css'
import { useStoreMap } from 'effector-react'
import { useEffect, useState } from 'react'
import { $player, type Track } from '../../model/player/index.ts'
import { Icon, IconButton, useTranslation } from '../../ui/index.ts'
import { FilmCorners } from './film-corners.tsx'
import { PlayerProgress } from './player-progress.tsx'
import { PlayerSheet } from './player-sheet.tsx'
import { PlayerTools } from './player-tools.tsx'
import { PlayerTransport } from './player-transport.tsx'
import { Cover, TrackTitle } from './track-title.tsx'

/** The bar at the foot of the page, while the player is shown, and the films that are not on a stage. */
export default function PlayerBar() {
  const show = useStoreMap($player, (player) => player.show && player.track !== null)
  const track = useStoreMap($player, (player) => player.track)
  useEffect(() => {
    document.documentElement.toggleAttribute('data-player', show)
    return () => document.documentElement.removeAttribute('data-player')
  }, [show])
  return (
    <>
      <FilmCorners track={show ? track : null} />
      {show && track && <Bar track={track} />}
    </>
  )
}

function Bar({ track }: { readonly track: Track }) {
  const { t } = useTranslation()
  const [isSheetOpen, openSheet] = useState(false)
  return (
    <section className="player" data-focus-area="video-player" tabIndex={-1} aria-label={t('player.label')}>
      <button type="button" className="player-title" data-command-id="player:go-to-entry">
        <Cover track={track} />
        <TrackTitle track={track} />
      </button>
      <div className="player-centre">
        <PlayerTransport />
        <PlayerProgress />
      </div>
      <div className="player-tools">
        <PlayerTools track={track} />
        <IconButton
          className="player-expand"
          label={t('player.expand')}
          icon={<Icon name="up" />}
          aria-haspopup="dialog"
          onClick={() => openSheet(true)}
        />
        <IconButton label={t('player.close')} icon={<Icon name="close" />} commandId="player:close" />
      </div>
      <PlayerSheet track={track} open={isSheetOpen} onClose={() => openSheet(false)} />
    </section>
  )
}
