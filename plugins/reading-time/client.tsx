import { createEvent, sample } from 'effector'
import { defineClient, type ListCell } from '../../src/plugin-api/client.ts'
import { column } from './plugin.ts'

type Settings = Readonly<Record<string, unknown>>

/** @returns the minutes, marked where they are few or many; null where they are not known */
export function cellOf(seconds: number | null, settings: Settings): ListCell | null {
  if (seconds === null || seconds === 0) return null
  const minutes = Math.max(1, Math.round(seconds / 60))
  const text = { key: 'minutes', values: { minutes } }
  if (settings['markReadingTime'] !== true) return { text }
  if (minutes <= Number(settings['shortMinutes'])) return { text, tone: 'quiet' }
  return minutes >= Number(settings['longMinutes']) ? { text, tone: 'accent' } : { text }
}

export default defineClient(({ listColumn, $settings, started }) => {
  let settings: Settings = {}
  const changed = createEvent<Settings>()
  sample({ clock: [$settings, started], source: $settings, target: changed })
  changed.watch((now) => (settings = now))
  listColumn({
    ...column,
    cellsOf: (entries) => entries.map(({ readingSeconds }) => cellOf(readingSeconds, settings)),
  })
})
