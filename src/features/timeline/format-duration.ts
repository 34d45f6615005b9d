import type { EntryHead } from '../../model/index.ts'

/** Formats an entry's duration as `1:02:03`; empty when the feed has none. */
export function formatDuration({ attachments }: Pick<EntryHead, 'attachments'>): string {
  const said = attachments.find((one) => one.duration_in_seconds)?.duration_in_seconds
  const seconds = typeof said === 'string' ? secondsIn(said) : Math.round(said ?? 0)
  if (!Number.isFinite(seconds) || seconds <= 0) return ''
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (n: number) => String(n).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** Seconds, `mm:ss` or `h:mm:ss` (spec 5). */
const secondsIn = (text: string): number =>
  text.split(':').reduce((sum, part) => sum * 60 + Math.round(Number(part)), 0)
