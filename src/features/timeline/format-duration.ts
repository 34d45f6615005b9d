import type { EntryHead } from '../../model/index.ts'
import { secondsOf } from '../../model/player/tracks.ts'
import { formatClock } from '../../ui/index.ts'

/** Formats an entry's duration as `1:02:03`; empty when the feed has none. */
export function formatDuration({ attachments }: Pick<EntryHead, 'attachments'>): string {
  const seconds = secondsOf(attachments.find((one) => one.duration_in_seconds)?.duration_in_seconds)
  return seconds === null ? '' : formatClock(Math.round(seconds))
}
