/** Crashes of plugins from elsewhere, counted across starts: after some within a day a plugin is off in this browser. */
import { createEvent, createStore } from 'effector'
import { z } from 'zod'
import { persist } from '../../model/persist.ts'
import { parsedJson } from '../../core/parsed-json.ts'

/** So many crashes within a day switch a plugin off. */
const LIMIT = 3
const DAY_MS = 86_400_000

/** Times of the last crashes, ms since 1970, by the id of the plugin. */
type Crashes = Readonly<Record<string, readonly number[]>>
const crashes = z.record(z.string(), z.array(z.number()).max(LIMIT))

/** The host has started. */
export const crashesRequested = createEvent()
/** @param at ms since 1970 */
export const pluginCrashed = createEvent<{ readonly id: string; readonly at: number }>()
/** The server half of an installed plugin threw or did not end: a crash, though the plugin runs on until it is one too many. */
export const serverHalfCrashed = createEvent<string>()
/** The plugin may run again: the user switched it on, or installed or removed it. */
export const crashesCleared = createEvent<string>()

export const $crashes = createStore<Crashes>({}, { serialize: 'ignore' })
  .on(pluginCrashed, withCrash)
  .on(crashesCleared, (all, id) =>
    id in all ? Object.fromEntries(Object.entries(all).filter(([other]) => other !== id)) : all,
  )

persist($crashes, {
  key: 'plugin-crashes',
  parse: (text) => crashes.safeParse(parsedJson(text)).data ?? {},
  changed: [pluginCrashed, crashesCleared],
  ofUser: true,
  restoredBy: crashesRequested,
})

/** Until its crashes are cleared, however long ago they were. */
export function isSwitchedOff(all: Crashes, id: string): boolean {
  const times = all[id] ?? []
  const [first = 0] = times
  return times.length === LIMIT && (times.at(-1) ?? 0) - first < DAY_MS
}

export function withCrash(all: Crashes, { id, at }: { readonly id: string; readonly at: number }): Crashes {
  return { ...all, [id]: [...(all[id] ?? []), at].slice(-LIMIT) }
}
