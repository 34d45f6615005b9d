/**
 * Events by which panes control the player. Its stores load once the app is idle: what is requested before has to load them,
 * and so takes the events from index.ts.
 */
import { createEvent } from 'effector'

/** One audio or video file of an entry. */
export type Track = {
  readonly entryId: string
  readonly feedId: string
  readonly title: string
  /** An http(s) address; of a provider's track `provider:entryId`. */
  readonly src: string
  readonly mime: string | null
  readonly image: string | null
  /** Seconds, from the feed; null: unknown. */
  readonly duration: number | null
  /**
   * The provider that plays it in place of the media element, see `outputProvided`. Such a track counts parts, such as
   * sentences, instead of seconds: times are the number of the part, from 0, and its duration is their number.
   */
  readonly provider?: string
}

export type Moment = { readonly track: Track; readonly seconds: number; readonly until?: number }

/** Plays a track now; the one that played before is not queued. */
export const trackRequested = createEvent<Track>()
/** Plays the first track now and the others next, before what is queued. */
export const tracksRequested = createEvent<readonly Track[]>()
/** Adds tracks to the end of the queue; plays the first if nothing is loaded. */
export const tracksQueued = createEvent<readonly Track[]>()
/**
 * Plays a track from a time in seconds: what plays already moves there. `until`: where it pauses, as at the end of a
 * soundbite.
 */
export const momentRequested = createEvent<Moment>()
export const trackUnqueued = createEvent<{ src: string }>()
/** One position earlier or later in the queue. */
export const trackMoved = createEvent<{ src: string; by: 1 | -1 }>()
export const queueCleared = createEvent()
export const nextTrackRequested = createEvent()
/** Plays the previous track; the current one becomes the next. */
export const previousTrackRequested = createEvent()
export const playToggled = createEvent()
export const pauseRequested = createEvent()
/** To a time in seconds, clamped to the track. */
export const seekRequested = createEvent<number>()
/** By this many seconds, negative: back. A track of parts moves by one part. */
export const skipRequested = createEvent<number>()
/** To the start of the next or the previous chapter. */
export const chapterStepRequested = createEvent<1 | -1>()
/** To the start of the next or the previous line of the transcript. */
export const lineStepRequested = createEvent<1 | -1>()
/** 0.25 to 4. */
export const rateChanged = createEvent<number>()
/** 0 to 1. */
export const volumeChanged = createEvent<number>()
export const muteToggled = createEvent()
/** Silences pass faster, or no longer. */
export const silenceToggled = createEvent()
/** Sets the sleep timer: minutes; 'track': the end of this track; null: off. */
export const sleepRequested = createEvent<number | 'track' | null>()
/** Hides the player and pauses. */
export const playerClosed = createEvent()
export const downloadRequested = createEvent()
/** Enters or leaves full screen for the video. */
export const fullscreenToggled = createEvent()
/** Shows the video in a window of its own, or no longer. */
export const pictureInPictureToggled = createEvent()
/** A video with sound plays in the page, or no longer does: audio pauses and resumes. */
export const pageVideoPlaying = createEvent<boolean>()
