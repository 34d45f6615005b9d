import { type Track } from '../../model/player/index.ts'
import { Sheet, useTranslation } from '../../ui/index.ts'
import { PlayerProgress } from './player-progress.tsx'
import { PlayerTools, Volume } from './player-tools.tsx'
import { PlayerTransport } from './player-transport.tsx'
import { Cover, TrackTitle } from './track-title.tsx'

type PlayerSheetProps = { readonly track: Track; readonly open: boolean; readonly onClose: () => void }

/** All of the player on a phone, where the bar has room for little. */
export function PlayerSheet({ track, open, onClose }: PlayerSheetProps) {
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
        <div className="player-sheet-tools">
          <PlayerTools track={track} />
        </div>
      </div>
    </Sheet>
  )
}
