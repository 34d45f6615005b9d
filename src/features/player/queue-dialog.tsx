import './queue-dialog.css'
import { useStoreMap, useUnit } from 'effector-react'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { z } from 'zod'
import { registry } from '../../model/app/index.ts'
import { $feeds } from '../../model/subscriptions/index.ts'
import { $playerSummary } from '../../model/player/summary.ts'
import type { Track } from '../../model/player/events.ts'
import { Button, Dialog, EmptyState, Icon, IconButton, useTranslation } from '../../ui/index.ts'

export const propsSchema = z.object({})

/** The keys of a track in the list, by command. */
const keys: Readonly<Record<string, string>> = {
  'Alt+ArrowUp': 'player:queue-earlier',
  'Alt+ArrowDown': 'player:queue-later',
  Enter: 'player:play-queued',
  Delete: 'player:unqueue',
}

/** What plays and what is queued. Each track has one stop for Tab; arrows walk through them. */
export default function QueueDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['app', 'common'])
  const { track, queue } = useUnit($playerSummary)
  return (
    <Dialog
      open
      size="medium"
      title={t('player.queueTitle')}
      closeLabel={t('common:action.close')}
      onClose={onClose}
    >
      {track && (
        <p className="player-queue-now">
          <Icon name="play" />
          <span>{t('player.nowPlaying', { title: track.title })}</span>
        </p>
      )}
      {queue.length === 0 ? (
        <EmptyState
          icon={<Icon name="list" />}
          title={t('player.nothingQueued')}
          description={t('player.nothingQueuedWords')}
        />
      ) : (
        <QueueList queue={queue} />
      )}
    </Dialog>
  )
}

function QueueList({ queue }: { readonly queue: readonly Track[] }) {
  const { t } = useTranslation()
  const invoke = useUnit(registry.commandInvoked)
  const list = useRef<HTMLOListElement>(null)
  const focusNow = (position: number) =>
    list.current?.querySelectorAll<HTMLElement>('.queued')[position]?.focus()
  /** The row to be focused once the list is drawn in its new order; null: none. */
  const rowAfterChange = useRef<number | null>(null)
  useEffect(() => {
    if (rowAfterChange.current !== null) focusNow(rowAfterChange.current)
    rowAfterChange.current = null
  }, [queue])
  const press = (event: KeyboardEvent<HTMLElement>, position: number, { src }: Track) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey) return
    const key = `${event.altKey ? 'Alt+' : ''}${event.key}`
    const step = key === 'ArrowDown' || key === 'j' ? 1 : key === 'ArrowUp' || key === 'k' ? -1 : 0
    const command = keys[key]
    if (step === 0 && command === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const last = queue.length - 1
    if (step !== 0) {
      rowAfterChange.current = null
      // At once: the next key is the row's that is focused then.
      return focusNow(Math.min(last, Math.max(0, position + step)))
    }
    if (command === undefined) return
    if (command === 'player:queue-earlier' && position > 0) rowAfterChange.current = position - 1
    if (command === 'player:queue-later' && position < last) rowAfterChange.current = position + 1
    if (command === 'player:unqueue') rowAfterChange.current = Math.max(0, Math.min(position, last - 1))
    if (command === 'player:play-queued') rowAfterChange.current = 0
    invoke({ id: command, source: 'keyboard', args: { track: src } })
  }
  return (
    <>
      <ol ref={list} aria-label={t('player.queueTitle')}>
        {queue.map((track, position) => (
          <li
            key={track.src}
            className="queued"
            tabIndex={0}
            data-initial-focus={position === 0 || undefined}
            onKeyDown={(event) => press(event, position, track)}
          >
            <QueuedTrack track={track} isFirst={position === 0} isLast={position === queue.length - 1} />
          </li>
        ))}
      </ol>
      <p className="player-queue-hint">{t('player.queueKeys')}</p>
      <Button commandId="player:clear-queue">{t('player.clearQueue')}</Button>
    </>
  )
}

type QueuedTrackProps = { readonly track: Track; readonly isFirst: boolean; readonly isLast: boolean }

function QueuedTrack({ track, isFirst, isLast }: QueuedTrackProps) {
  const { t } = useTranslation()
  const { src, title, feedId } = track
  const feed = useStoreMap({
    store: $feeds,
    keys: [feedId],
    fn: (feeds, [id]) => feeds.get(id ?? '') ?? null,
  })
  const button = { size: 'small', tabIndex: -1, 'data-command-args': JSON.stringify({ track: src }) } as const
  return (
    <>
      <div className="queued-words">
        <strong>{title}</strong>
        {feed && <small>{feed.title}</small>}
      </div>
      <div className="queued-buttons">
        <IconButton
          {...button}
          icon={<Icon name="play" />}
          label={t('player.playQueued', { title })}
          commandId="player:play-queued"
        />
        <IconButton
          {...button}
          icon={<Icon name="up" />}
          label={t('player.queueEarlier', { title })}
          disabled={isFirst}
          commandId="player:queue-earlier"
        />
        <IconButton
          {...button}
          icon={<Icon name="open-menu" />}
          label={t('player.queueLater', { title })}
          disabled={isLast}
          commandId="player:queue-later"
        />
        <IconButton
          {...button}
          icon={<Icon name="close" />}
          label={t('player.unqueue', { title })}
          commandId="player:unqueue"
        />
      </div>
    </>
  )
}
