import { useStoreMap } from 'effector-react'
import { $player } from '../../model/player/index.ts'
import { Icon, IconButton, Spinner, useTranslation } from '../../ui/index.ts'

/** Play and pause, back and forward, and the tracks before and after. */
export function PlayerTransport() {
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
