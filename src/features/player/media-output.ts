/**
 * The player's media element. A video element, so that it can also show a picture in a corner. HLS plays where the browser
 * plays it: a script may not fetch its parts from other hosts (see the policy in server/http/security-headers.ts).
 */
import type { MediaOutput, MediaSignal } from '../../model/player/index.ts'

/** The element is in the page while the bar shows a video. */
let element: HTMLVideoElement | null = null
export const mediaElement = (): HTMLVideoElement => {
  element ??= Object.assign(document.createElement('video'), { preload: 'metadata', playsInline: true })
  element.dataset['player'] = 'true'
  return element
}

export function createMediaOutput(): MediaOutput {
  const media = mediaElement()
  return {
    load({ src }, from) {
      media.src = src
      media.currentTime = from
    },
    play: () => media.play(),
    pause: () => media.pause(),
    seek(seconds) {
      media.currentTime = seconds
    },
    set({ volume, muted, rate }) {
      media.volume = volume
      media.muted = muted
      media.playbackRate = rate
      media.defaultPlaybackRate = rate
    },
    listen(listener) {
      const listeners = signalsOf(media).map(([type, signal]) => {
        const handle = () => listener(signal())
        media.addEventListener(type, handle)
        return () => media.removeEventListener(type, handle)
      })
      return () => {
        for (const stop of listeners) stop()
      }
    },
  }
}

const signalsOf = (media: HTMLMediaElement): readonly (readonly [string, () => MediaSignal])[] => [
  ['playing', () => ({ type: 'playing' })],
  ['pause', () => ({ type: 'paused' })],
  ['waiting', () => ({ type: 'waiting' })],
  ['ended', () => ({ type: 'ended' })],
  ['timeupdate', () => ({ type: 'time', seconds: media.currentTime })],
  ['durationchange', () => ({ type: 'duration', seconds: media.duration })],
  ['error', () => ({ type: 'error', reason: media.error?.message ?? '' })],
]
