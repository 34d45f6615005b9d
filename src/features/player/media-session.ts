/** Shows what plays in the system's media controls, and follows their keys. */
import { attach, sample, scopeBind } from 'effector'
import {
  $player,
  nextTrackRequested,
  outputCreated,
  playerClosed,
  playToggled,
  seekRequested,
  skipRequested,
} from '../../model/player/index.ts'

const SKIP_S = 10

const followFx = attach({
  source: {},
  effect: () => {
    const { mediaSession } = navigator
    if (!mediaSession) return
    const toggle = scopeBind(playToggled)
    const skip = scopeBind(skipRequested)
    const seek = scopeBind(seekRequested)
    mediaSession.setActionHandler('play', () => toggle())
    mediaSession.setActionHandler('pause', () => toggle())
    mediaSession.setActionHandler('stop', scopeBind(playerClosed) as () => void)
    mediaSession.setActionHandler('nexttrack', scopeBind(nextTrackRequested) as () => void)
    mediaSession.setActionHandler('seekbackward', ({ seekOffset }) => skip(-(seekOffset ?? SKIP_S)))
    mediaSession.setActionHandler('seekforward', ({ seekOffset }) => skip(seekOffset ?? SKIP_S))
    mediaSession.setActionHandler('seekto', ({ seekTime }) => seek(seekTime ?? 0))
  },
})
sample({ clock: outputCreated, fn: () => {}, target: followFx })

const describeFx = attach({
  source: $player,
  effect: ({ track, status }) => {
    const { mediaSession } = navigator
    if (!mediaSession) return
    mediaSession.playbackState = track === null ? 'none' : status === 'paused' ? 'paused' : 'playing'
    mediaSession.metadata =
      track &&
      new MediaMetadata({
        title: track.title,
        artwork: track.image ? [{ src: track.image }] : [],
      })
  },
})
sample({
  // Not each second.
  clock: [$player.map(({ track }) => track), $player.map(({ status }) => status)],
  fn: () => {},
  target: describeFx,
})
