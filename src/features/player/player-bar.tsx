import './player.css'
import { useStoreMap } from 'effector-react'
import { useEffect, useState } from 'react'
import { $player, type Track } from '../../model/player/index.ts'
import { Icon, IconButton, useTranslation, Sheet, Spinner } from '../../ui/index.ts'
import { FilmCorners } from './film-corners.tsx'
import { PlayerProgress } from './player-progress.tsx'
import { PlayerTools, Volume } from './player-tools.tsx'
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

type PlayerSheetProps = { readonly track: Track; readonly open: boolean; readonly onClose: () => void }

/** All of the player on a phone, where the bar has room for little. */
function PlayerSheet({ track, open, onClose }: PlayerSheetProps) {
  const { t } = useTranslation(['app', 'common'])
  return (
    <Sheet
      open={open}
      side="bottom"
      title={t('player.label')}
      closeLabel={t('common:action.close')}
      onClose={onClose}
    >
      <div className="player-sheet">
        <Cover track={track} />
        <TrackTitle track={track} />
        <PlayerProgress />
        <PlayerTransport />
        <Volume />
        <div className="ui-buttons player-sheet-tools" data-align="between">
          <PlayerTools track={track} />
        </div>
      </div>
    </Sheet>
  )
}

/** Play and pause, back and forward, and the tracks before and after. */
function PlayerTransport() {
  const { t } = useTranslation()
  const hasParts = useStoreMap($player, ({ track }) => track?.provider !== undefined)
  const status = useStoreMap($player, (player) => player.status)
  const hasNext = useStoreMap($player, ({ queue }) => queue.length > 0)
  const hasPrevious = useStoreMap($player, ({ played }) => played.length > 0)
  return (
    <div className="player-transport">
      {hasPrevious && (
        <IconButton
          label={t('player.previous')}
          icon={<Icon name="skip-previous" />}
          commandId="player:previous"
        />
      )}
      <IconButton
        label={hasParts ? t('player.previousPart') : t('player.back', { seconds: 10 })}
        icon={<Icon name="skip-back" />}
        commandId="player:back-ten"
      />
      <IconButton
        className="player-toggle"
        variant="primary"
        label={t(status === 'paused' ? 'player.play' : 'player.pause')}
        icon={status === 'loading' ? <Spinner /> : <Icon name={status === 'paused' ? 'play' : 'pause'} />}
        commandId="global:toggle-corner-play"
      />
      <IconButton
        label={hasParts ? t('player.nextPart') : t('player.forward', { seconds: 10 })}
        icon={<Icon name="skip-forward" />}
        commandId="player:forward-ten"
      />
      {hasNext && (
        <IconButton label={t('player.next')} icon={<Icon name="skip-next" />} commandId="player:next" />
      )}
    </div>
  )
}
