/** The state of the player for commands, set once its stores are loaded. */
import { createEvent, createStore } from 'effector'
import type { TranscriptLine } from '../../contract/podcast.ts'
import type { Chapter } from './chapters.ts'
import type { Track } from './events.ts'

export type PlayerSummary = {
  readonly track: Track | null
  readonly isPlaying: boolean
  readonly show: boolean
  readonly volume: number
  readonly playbackRate: number
  readonly chapters: readonly Chapter[]
  /** Lines of its transcript that have times. */
  readonly lines: readonly TranscriptLine[]
  readonly queue: readonly Track[]
  readonly hasPrevious: boolean
}
export const playerSummaryChanged = createEvent<PlayerSummary>()
export const $playerSummary = createStore<PlayerSummary>(
  {
    track: null,
    isPlaying: false,
    show: false,
    volume: 0.8,
    playbackRate: 1,
    chapters: [],
    lines: [],
    queue: [],
    hasPrevious: false,
  },
  { serialize: 'ignore' },
).on(playerSummaryChanged, (summary, next) =>
  // Without the time of the track, so that its readers do not update each second.
  Object.entries(next).every(([key, value]) => summary[key as keyof PlayerSummary] === value)
    ? summary
    : next,
)
