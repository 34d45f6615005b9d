import { useMemo, useSyncExternalStore } from 'react'
import { dateStyle, formatListTime, onDateStyleChange } from './format/date-style.ts'
import { formatFullTime } from './format/relative-time.ts'

export type RelativeTimeProps = {
  /** ISO text, milliseconds, or a Date. */
  readonly at: string | number | Date
  /** The page's language unless named. */
  readonly locale?: string
  /** Show the full date instead of the age. */
  readonly full?: boolean
  /** A heading names the day. */
  readonly underDay?: boolean
}

/** A time in the user's style, relative by default, with the full date as its tooltip; all on one page update together once a minute. */
export function RelativeTime({
  at,
  locale = pageLocale(),
  full = false,
  underDay = false,
}: RelativeTimeProps) {
  const now = useCurrentMinute()
  const style = useSyncExternalStore(onDateStyleChange, dateStyle)
  const when = new Date(at).getTime()
  // Memoised: rows render for other reasons, and formatting the time is most of their work.
  return useMemo(() => {
    if (Number.isNaN(when)) return null
    return (
      <time
        className="ui-time"
        dateTime={new Date(when).toISOString()}
        onPointerEnter={
          full ? undefined : (event) => (event.currentTarget.title = formatFullTime(when, locale))
        }
      >
        {full ? formatFullTime(when, locale) : formatListTime(when, now, locale, style, underDay)}
      </time>
    )
  }, [when, now, locale, full, style, underDay])
}

const pageLocale = () => document.documentElement.lang || 'en'

/** ms */
const RECENT_MS = 5000
const listeners = new Set<() => void>()
let minute = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

const currentMinute = () => minute

const onMinute = (listener: () => void) => {
  if (listeners.size === 0) {
    // Rows of one list mount one after another: they must share one time, or the first would render again.
    if (Date.now() - minute > RECENT_MS) minute = Date.now()
    timer = setInterval(tick, 60_000)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** ms since 1970, updated once a minute; the same in all components. */
export const useCurrentMinute = (): number => useSyncExternalStore(onMinute, currentMinute)

const tick = () => {
  minute = Date.now()
  for (const listener of listeners) listener()
}
