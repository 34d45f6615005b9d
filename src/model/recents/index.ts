/** Which commands the person runs, how lately and how often: the palette's first rows. */
import { attach, createEvent, createStore, sample } from 'effector'
import { registry } from '../app/registry.ts'
import { appStarted } from '../app/events.ts'
import { $services } from '../services.ts'

const KEY = 'recent-commands'
/** Rows kept; the palette shows a handful. */
const KEPT = 50

export type RecentCommand = { readonly id: string; readonly at: number; readonly times: number }

const commandUsed = createEvent<{ id: string; at: number }>()
/** Newest first. */
export const $recentCommands = createStore<readonly RecentCommand[]>([], { serialize: 'ignore' }).on(
  commandUsed,
  (recents, { id, at }) => {
    const times = recents.find((one) => one.id === id)?.times ?? 0
    return [{ id, at, times: times + 1 }, ...recents.filter((one) => one.id !== id)].slice(0, KEPT)
  },
)

const stampFx = attach({ source: $services, effect: ({ clock }, id: string) => ({ id, at: clock.now() }) })
const keepFx = attach({
  source: $services,
  effect: ({ local }, recents: readonly RecentCommand[]) =>
    local.call('meta.set', { key: KEY, value: recents }),
})
const readFx = attach({
  source: $services,
  effect: async ({ local }) => {
    const kept = await local.call('meta.get', KEY)
    return Array.isArray(kept) ? (kept as RecentCommand[]) : []
  },
})
$recentCommands.on(readFx.doneData, (now, kept) => [
  ...now,
  ...kept.filter((one) => !now.some(({ id }) => id === one.id)),
])
sample({ clock: appStarted, target: readFx })
sample({
  clock: registry.commandStarted,
  // A key that only moves is pressed a hundred times and says nothing about what the person looks for.
  filter: ({ command }) => command.keysOnly !== true,
  fn: ({ command }) => command.id,
  target: stampFx,
})
sample({ clock: stampFx.doneData, target: commandUsed })
sample({ clock: commandUsed, source: $recentCommands, target: keepFx })
