import './player.css'
import { combine } from 'effector'
import { useStoreMap, useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import { siteOfFeed } from '../../contract/page-address.ts'
import { $feeds } from '../../model/subscriptions/index.ts'
import { chapterAt } from '../../model/player/chapters.ts'
import {
  $chapters,
  $player,
  $sleep,
  seekRequested,
  volumeChanged,
  type Track,
} from '../../model/player/index.ts'
import { kindOfFile } from '../../model/player/tracks.ts'
import {
  Avatar,
  formatClock,
  Icon,
  IconButton,
  Menu,
  Spinner,
  useTranslation,
  type MenuItem,
} from '../../ui/index.ts'
import { mediaElement } from './media-output.ts'

/** Steps of the volume slider (spec 9). */
const VOLUME_STEP = 0.01
const RATES = [0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3]
const SLEEP_MINUTES = [5, 15, 30, 45, 60]

/** Without the position, which changes each second. */
const $controls = combine({
  volume: $player.map(({ volume }) => volume),
  isMute: $player.map(({ isMute }) => isMute),
  playbackRate: $player.map(({ playbackRate }) => playbackRate),
  queued: $player.map(({ queue }) => queue.length),
})

/** Null before the first chapter. */
const $chapter = combine(
  $player,
  $chapters,
  ({ currentTime }, chapters) => chapters[chapterAt(chapters, currentTime)] ?? null,
)

/** The bar at the foot of the page, while the player is shown. */
export default function PlayerBar() {
  const { t } = useTranslation()
  const show = useStoreMap($player, (player) => player.show)
  const track = useStoreMap($player, (player) => player.track)
  useEffect(() => {
    document.documentElement.toggleAttribute('data-player', show)
    return () => document.documentElement.removeAttribute('data-player')
  }, [show])
  if (!show || !track) return null
  return (
    <section className="player" data-focus-area="video-player" tabIndex={-1} aria-label={t('player.label')}>
      <Picture track={track} />
      <TrackTitle track={track} />
      <Transport />
      <Progress />
      <Tools track={track} />
    </section>
  )
}

/** The picture of a video; sound alone takes no room. */
function Picture({ track }: { readonly track: Track }) {
  const box = useRef<HTMLDivElement>(null)
  const shown = isVideo(track)
  useEffect(() => {
    const media = mediaElement()
    if (shown) box.current?.append(media)
    return () => media.remove()
  }, [shown])
  return shown ? <div ref={box} className="player-picture" /> : null
}

const isVideo = ({ src, mime }: Track): boolean =>
  kindOfFile({ url: src, ...(mime !== null && { mime_type: mime }) }) === 'video'

function TrackTitle({ track }: { readonly track: Track }) {
  const feed = useStoreMap({
    store: $feeds,
    keys: [track.feedId],
    fn: (feeds, [id]) => feeds.get(id ?? '') ?? null,
  })
  const chapter = useUnit($chapter)
  return (
    <button type="button" className="player-title" data-command-id="player:go-to-entry">
      <Avatar src={track.image ?? feed?.image ?? null} name={feed ? siteOfFeed(feed) : track.title} />
      <span>
        <strong>{track.title}</strong>
        <small>{chapter?.title ?? feed?.title}</small>
      </span>
    </button>
  )
}

function Transport() {
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

function Progress() {
  const { t } = useTranslation()
  const { track, currentTime, duration } = useUnit($player)
  const seek = useUnit(seekRequested)
  if (track?.provider)
    return (
      <div className="player-progress">
        <span>{duration > 0 ? currentTime + 1 : ''}</span>
        <input
          type="range"
          min={1}
          max={Math.max(duration, 1)}
          step={1}
          value={currentTime + 1}
          disabled={duration === 0}
          aria-label={t('player.progress')}
          aria-valuetext={t('player.partText', { part: currentTime + 1, count: duration })}
          onChange={(event) => seek(event.currentTarget.valueAsNumber - 1)}
        />
        <span>{duration > 0 ? duration : ''}</span>
      </div>
    )
  return (
    <div className="player-progress">
      <time>{formatClock(currentTime)}</time>
      <input
        type="range"
        min={0}
        max={Math.max(duration, 1)}
        step={1}
        value={Math.min(currentTime, Math.max(duration, 1))}
        disabled={duration === 0}
        aria-label={t('player.progress')}
        aria-valuetext={t('player.progressText', {
          time: formatClock(currentTime),
          duration: formatClock(duration),
        })}
        onChange={(event) => seek(event.currentTarget.valueAsNumber)}
      />
      <time>{duration > 0 ? `-${formatClock(duration - currentTime)}` : t('player.live')}</time>
    </div>
  )
}

function Tools({ track }: { readonly track: Track }) {
  const { t } = useTranslation()
  const { volume, isMute, playbackRate, queued } = useUnit($controls)
  const [sleep, chapters, chapter] = useUnit([$sleep, $chapters, $chapter])
  const changeVolume = useUnit(volumeChanged)
  const speedItems: MenuItem[] = RATES.map((rate) => ({
    id: String(rate),
    label: `${rate}×`,
    commandId: 'player:speed',
    commandArgs: { rate },
    checked: rate === playbackRate,
  }))
  const sleepItems: MenuItem[] = [
    ...SLEEP_MINUTES.map((minutes): MenuItem => ({
      id: String(minutes),
      label: t('player.sleepIn', { count: minutes }),
      commandId: 'player:sleep',
      commandArgs: { minutes },
      checked: sleep === minutes,
    })),
    {
      id: 'track',
      label: t('player.sleepAfterEpisode'),
      commandId: 'player:sleep-after-episode',
      checked: sleep === 'track',
    },
    { id: 'off', label: t('player.sleepOff'), commandId: 'player:sleep', commandArgs: { minutes: 0 } },
  ]
  const chapterItems = chapters.map(({ start, time, title }): MenuItem => ({
    id: String(start),
    label: `${time} ${title}`,
    commandId: 'player:go-to-chapter',
    commandArgs: { seconds: start },
    checked: start === chapter?.start,
  }))
  return (
    <div className="player-tools">
      {chapters.length > 0 && (
        <Menu
          items={chapterItems}
          trigger={<IconButton label={t('player.chapters')} icon={<Icon name="contents" />} />}
        />
      )}
      <Menu
        items={speedItems}
        trigger={
          <button
            type="button"
            className="ui-button player-rate"
            data-variant="quiet"
            aria-label={t('player.speed')}
          >
            {playbackRate}×
          </button>
        }
      />
      <Menu
        items={sleepItems}
        trigger={
          <IconButton label={t('player.sleep')} icon={<Icon name="sleep" />} pressed={sleep !== null} />
        }
      />
      <IconButton
        label={t(isMute ? 'player.unmute' : 'player.mute')}
        icon={<Icon name={isMute ? 'muted' : 'speak'} />}
        pressed={isMute}
        commandId="player:mute"
      />
      <input
        className="player-volume"
        type="range"
        min={0}
        max={1}
        step={VOLUME_STEP}
        value={isMute ? 0 : volume}
        aria-label={t('player.volume')}
        onChange={(event) => changeVolume(event.currentTarget.valueAsNumber)}
      />
      {isVideo(track) && (
        <IconButton
          label={t('player.fullscreen')}
          icon={<Icon name="fullscreen" />}
          commandId="player:fullscreen"
        />
      )}
      {!track.provider && (
        <IconButton label={t('player.download')} icon={<Icon name="import" />} commandId="player:download" />
      )}
      <IconButton
        label={t('player.queue', { count: queued })}
        icon={<Icon name="list" />}
        commandId="player:show-queue"
      />
      <IconButton label={t('player.close')} icon={<Icon name="close" />} commandId="player:close" />
    </div>
  )
}
