/** The media element that plays, as the player's stores see it. Tests replace it. */
import { createStore } from 'effector'

export type MediaSignal =
  | { readonly type: 'playing' | 'paused' | 'waiting' | 'ended' }
  | { readonly type: 'time' | 'duration'; readonly seconds: number }
  | { readonly type: 'error'; readonly reason: string }

export type MediaOutput = {
  /** Replaces what plays. @param from seconds */
  readonly load: (track: { src: string; mime: string | null }, from: number) => void
  /** Rejects when the browser refuses, or when a newer load or pause cancels the start (AbortError). */
  readonly play: () => Promise<void>
  readonly pause: () => void
  readonly seek: (seconds: number) => void
  readonly set: (values: { volume: number; muted: boolean; rate: number }) => void
  /** @returns removes the listener */
  readonly listen: (listener: (signal: MediaSignal) => void) => () => void
}

/** null until the feature created its media element. */
export const $mediaOutput = createStore<MediaOutput | null>(null, { serialize: 'ignore' })
