import type { EntryHead } from '../../model/rows.ts'
import { secondsOf } from '../../model/player/tracks.ts'
import { formatClock } from '../../ui/index.ts'

type WithFiles = Pick<EntryHead, 'attachments'>

/** Length of an entry's first audio or video file in seconds; null when the feed does not say. */
export const secondsOfEntry = ({ attachments }: WithFiles): number | null =>
  secondsOf(attachments.find((one) => one.duration_in_seconds)?.duration_in_seconds)

/** Formats an entry's duration as `1:02:03`; empty when the feed has none. */
export function formatDuration(entry: WithFiles): string {
  const seconds = secondsOfEntry(entry)
  return seconds === null ? '' : formatClock(Math.round(seconds))
}
