/** What a plugin plays. */
import type { EventCallable, Store } from 'effector'
import type { EntryHead } from '../model/rows.ts'
import type { MediaOutput, MediaSignal } from '../model/player/media-output.ts'

export type { MediaOutput, MediaSignal }

/**
 * Entries that a plugin plays in the player's bar, with its keys, queue, speed and sleep timer. Such a track has parts, such as
 * sentences: every time and duration is a number of parts, from 0. Another track, a video of the page and the user pause it.
 * Tracks survive a reload: `play` may be called for an entry that the plugin has not requested since it started.
 */
export type PluginPlayer = {
  /** @param output plays the plugin's tracks, one at a time; `error` shows its reason, `paused` shows nothing */
  plays(output: MediaOutput): void
  /** Plays the first entry now and the others next, before what is queued. */
  readonly requested: EventCallable<readonly EntryHead[]>
  /** Queues entries; plays the first where the player is empty. */
  readonly queued: EventCallable<readonly EntryHead[]>
  /** Plays or pauses. */
  readonly toggled: EventCallable<void>
  /** By so many parts; negative: back. */
  readonly skipped: EventCallable<number>
  readonly closed: EventCallable<void>
  /** The plugin's track in the player; null while there is none, or another one. */
  readonly $track: Store<{ readonly entryId: string; readonly isPlaying: boolean } | null>
}
