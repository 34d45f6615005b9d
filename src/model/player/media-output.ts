/** The outputs of the player: the media element, which tests replace, and those of providers. */
import { createEvent, createStore } from 'effector'
import type { Track } from './events.ts'

export type MediaSignal =
  | { readonly type: 'playing' | 'paused' | 'waiting' | 'ended' }
  /** Its silences cannot be shortened: its host does not let the page hear it. */
  | { readonly type: 'notAnalysed' }
  | { readonly type: 'time' | 'duration'; readonly seconds: number }
  | { readonly type: 'error'; readonly reason: string }

export type MediaOutput = {
  /** Replaces the current track. @param from seconds, or the number of a part */
  readonly load: (track: Track, from: number) => void
  /** Rejects when the browser refuses, or when a newer load or pause cancels the start (AbortError). */
  readonly play: () => Promise<void>
  readonly pause: () => void
  readonly seek: (seconds: number) => void
  /** `shortensSilence`: for the media element alone. */
  readonly set: (values: { volume: number; muted: boolean; rate: number; shortensSilence?: boolean }) => void
  /** @returns removes the listener */
  readonly listen: (listener: (signal: MediaSignal) => void) => () => void
}

/** null until the feature has created its media element. */
export const $mediaOutput = createStore<MediaOutput | null>(null, { serialize: 'ignore' })

/** Plays the tracks that name it as their provider. */
export const outputProvided = createEvent<{ readonly provider: string; readonly output: MediaOutput }>()
/** Its tracks are removed from the player. */
export const outputWithdrawn = createEvent<string>()
export const providerSignalled = createEvent<{ readonly provider: string; readonly signal: MediaSignal }>()
/** Every provider that is switched on has provided its output. */
export const outputsCompleted = createEvent()
export const $areOutputsComplete = createStore(false, { serialize: 'ignore' }).on(
  outputsCompleted,
  () => true,
)
export const $providedOutputs = createStore<ReadonlyMap<string, MediaOutput>>(new Map(), {
  serialize: 'ignore',
})
  .on(outputProvided, (outputs, { provider, output }) => new Map(outputs).set(provider, output))
  .on(outputWithdrawn, (outputs, provider) => new Map([...outputs].filter(([id]) => id !== provider)))
