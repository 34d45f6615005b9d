/** Shows what plays in the system's media controls, and follows their keys. */
import { attach, combine, sample, scopeBind } from 'effector'
import { $imageProxy, isPictureProxied } from '../../model/session/index.ts'
import { $pictureAddresses, pictureAddressRequested } from '../../model/pictures/index.ts'
import {
  $player,
  nextTrackRequested,
  outputCreated,
  playerClosed,
  playToggled,
  previousTrackRequested,
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
    mediaSession.setActionHandler('previoustrack', scopeBind(previousTrackRequested) as () => void)
    mediaSession.setActionHandler('seekbackward', ({ seekOffset }) => skip(-(seekOffset ?? SKIP_S)))
    mediaSession.setActionHandler('seekforward', ({ seekOffset }) => skip(seekOffset ?? SKIP_S))
    mediaSession.setActionHandler('seekto', ({ seekTime }) => seek(seekTime ?? 0))
  },
})
sample({ clock: outputCreated, fn: () => {}, target: followFx })

/** The address of the track's picture, where the server loads it once that is signed; null before, and without a picture. */
const $artwork = combine($player, $imageProxy, $pictureAddresses, ({ track }, mode, addresses) => {
  if (!track?.image) return null
  return isPictureProxied(mode, location.href, track.image)
    ? (addresses.get(track.image) ?? null)
    : track.image
})
sample({
  clock: $player.map(({ track }) => track?.image ?? null),
  source: $imageProxy,
  filter: (mode, image) => image !== null && isPictureProxied(mode, location.href, image),
  fn: (_, image) => image ?? '',
  target: pictureAddressRequested,
})

const describeFx = attach({
  source: { player: $player, artwork: $artwork },
  effect: ({ player: { track, status }, artwork }) => {
    const { mediaSession } = navigator
    if (!mediaSession) return
    mediaSession.playbackState = track === null ? 'none' : status === 'paused' ? 'paused' : 'playing'
    mediaSession.metadata =
      track &&
      new MediaMetadata({
        title: track.title,
        artwork: artwork ? [{ src: artwork }] : [],
      })
  },
})
sample({
  // Not each second.
  clock: [$player.map(({ track }) => track), $player.map(({ status }) => status), $artwork],
  fn: () => {},
  target: describeFx,
})
