/** The track that plays, the tracks after it and those before it. */
import type { Track } from './events.ts'

/** Tracks that can be gone back to. */
const MAX_PLAYED = 50

export type Player = {
  readonly show: boolean
  readonly status: 'loading' | 'playing' | 'paused'
  readonly track: Track | null
  /** Seconds, or the number of a part (see Track). */
  readonly currentTime: number
  /** Seconds or parts; 0 while unknown, and for a stream without an end. */
  readonly duration: number
  readonly playbackRate: number
  readonly volume: number
  readonly isMute: boolean
  /** Silences of sound pass faster, where its host lets the page hear it. */
  readonly shortensSilence: boolean
  readonly queue: readonly Track[]
  /** The tracks played before, the last one at the end. */
  readonly played: readonly Track[]
}
export type TrackStart = {
  readonly track: Track
  readonly from: number
  /** They play next. */
  readonly next?: readonly Track[]
  /** Back to the previous track: the current one plays next. */
  readonly isBack?: boolean
}

/** The queue holds each track once, and not the one that plays. */
export const withQueue = (player: Player, tracks: readonly Track[]): Player => ({
  ...player,
  queue: tracks.filter(
    ({ src }, at) => src !== player.track?.src && tracks.findIndex((other) => other.src === src) === at,
  ),
})

/** One position earlier or later; unchanged at the ends, and for a track that is not queued. */
export function moved(queue: readonly Track[], src: string, by: 1 | -1): readonly Track[] {
  const from = queue.findIndex((track) => track.src === src)
  const track = queue[from]
  const to = from + by
  return track && to >= 0 && to < queue.length ? queue.toSpliced(from, 1).toSpliced(to, 0, track) : queue
}

/** The current track becomes the last played one, or the front of the queue. */
export function withStarted(player: Player, { track, from, next = [], isBack = false }: TrackStart): Player {
  const { track: before, queue, played } = player
  const left = before && before.src !== track.src ? [before] : []
  const others = played.filter(({ src }) => src !== track.src && src !== before?.src)
  const started = {
    ...player,
    show: true,
    status: 'loading',
    track,
    currentTime: from,
    duration: track.duration ?? 0,
    played: isBack ? others : [...others, ...left].slice(-MAX_PLAYED),
  } as const
  return withQueue(started, [...(isBack ? left : next), ...queue])
}

/** Removes tracks everywhere; the player closes where the current one is among them. */
export function withoutTracks(player: Player, isGone: (track: Track) => boolean): Player {
  const isLeft = (track: Track) => !isGone(track)
  const left = { ...player, queue: player.queue.filter(isLeft), played: player.played.filter(isLeft) }
  return player.track && isGone(player.track)
    ? { ...left, track: null, show: false, status: 'paused', currentTime: 0, duration: 0 }
    : left
}
