import { combine } from 'effector'
import { useUnit } from 'effector-react'
import {
  $chapters,
  $isNotAnalysed,
  $player,
  $sleep,
  volumeChanged,
  type Track,
} from '../../model/player/index.ts'
import { isFilm } from '../../model/player/tracks.ts'
import { Icon, IconButton, Menu, Popover, Slider, useTranslation, type MenuItem } from '../../ui/index.ts'
import { $chapter } from './track-title.tsx'

const RATES = [0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3]
const SLEEP_MINUTES = [5, 15, 30, 45, 60]

/** Without the position, which changes each second. */
const $controls = combine({
  volume: $player.map(({ volume }) => volume),
  isMute: $player.map(({ isMute }) => isMute),
  playbackRate: $player.map(({ playbackRate }) => playbackRate),
  queued: $player.map(({ queue }) => queue.length),
  shortensSilence: $player.map(({ shortensSilence }) => shortensSilence),
  isNotAnalysed: $isNotAnalysed,
})

/** Chapters, speed and sleep, volume, and what else can be done with the track. */
export function PlayerTools({ track }: { readonly track: Track }) {
  const { t } = useTranslation()
  const { isMute, queued } = useUnit($controls)
  return (
    <>
      <Chapters />
      <SpeedAndSleep track={track} />
      <Popover
        side="top"
        label={t('player.volume')}
        trigger={<IconButton label={t('player.volume')} icon={<Icon name={isMute ? 'muted' : 'speak'} />} />}
      >
        <Volume />
      </Popover>
      {isFilm(track) && (
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
    </>
  )
}

/** Nothing where the show notes name no chapters. */
function Chapters() {
  const { t } = useTranslation()
  const [chapters, chapter] = useUnit([$chapters, $chapter])
  if (chapters.length === 0) return null
  const items = chapters.map(({ start, time, title }): MenuItem => ({
    id: String(start),
    label: `${time} ${title}`,
    commandId: 'player:go-to-chapter',
    commandArgs: { seconds: start },
    checked: start === chapter?.start,
  }))
  return (
    <Menu
      side="top"
      items={items}
      label={t('player.chapters')}
      trigger={<IconButton label={t('player.chapters')} icon={<Icon name="contents" />} />}
    />
  )
}

function SpeedAndSleep({ track }: { readonly track: Track }) {
  const { t } = useTranslation()
  const { playbackRate, shortensSilence, isNotAnalysed } = useUnit($controls)
  const sleep = useUnit($sleep)
  const silenceItem: MenuItem = isNotAnalysed
    ? { kind: 'heading', id: 'silence', label: t('player.notAnalysed') }
    : {
        id: 'silence',
        label: t('player.shortenSilence'),
        commandId: 'player:shorten-silence',
        checked: shortensSilence,
      }
  const items: MenuItem[] = [
    { kind: 'heading', id: 'speed', label: t('player.speed') },
    ...RATES.map((rate): MenuItem => ({
      id: `speed ${rate}`,
      label: `${rate}×`,
      commandId: 'player:speed',
      commandArgs: { rate },
      checked: rate === playbackRate,
    })),
    ...(track.provider || isFilm(track) ? [] : [silenceItem]),
    { kind: 'separator', id: 'line' },
    { kind: 'heading', id: 'sleep', label: t('player.sleep') },
    ...SLEEP_MINUTES.map((minutes): MenuItem => ({
      id: `sleep ${minutes}`,
      label: t('player.sleepIn', { count: minutes }),
      commandId: 'player:sleep',
      commandArgs: { minutes },
      checked: sleep === minutes,
    })),
    {
      id: 'sleep at the end',
      label: t('player.sleepAfterEpisode'),
      commandId: 'player:sleep-after-episode',
      checked: sleep === 'track',
    },
    {
      id: 'no sleep',
      label: t('player.sleepOff'),
      commandId: 'player:sleep',
      commandArgs: { minutes: 0 },
      checked: sleep === null,
    },
  ]
  return (
    <Menu
      side="top"
      align="center"
      items={items}
      label={t('player.speedAndSleep')}
      trigger={
        <button
          type="button"
          className="ui-button player-rate"
          data-variant="quiet"
          data-tooltip={t('player.speedAndSleep')}
          // With what is written on it, so that speech finds it by that too.
          aria-label={`${playbackRate}× ${t('player.speedAndSleep')}`}
        >
          {playbackRate}×{sleep !== null && <Icon name="sleep" />}
        </button>
      }
    />
  )
}

/** The mute button and the slider; commands change the volume by keys. */
export function Volume() {
  const { t } = useTranslation()
  const { volume, isMute } = useUnit($controls)
  const change = useUnit(volumeChanged)
  const percent = isMute ? 0 : Math.round(volume * 100)
  return (
    <div className="player-volume">
      <Slider
        label={t('player.volume')}
        value={percent}
        min={0}
        max={100}
        valueText={`${percent}%`}
        onChange={(value) => change(value / 100)}
      />
      <IconButton
        label={t(isMute ? 'player.unmute' : 'player.mute')}
        icon={<Icon name={isMute ? 'muted' : 'speak'} />}
        pressed={isMute}
        commandId="player:mute"
      />
    </div>
  )
}
