/** Recently used commands with time and number of uses: the palette's first rows. */
import { attach, createEvent, createStore, sample } from 'effector'
import { registry } from '../app/registry.ts'
import { appStarted } from '../app/events.ts'
import { $services } from '../services.ts'

const KEY = 'recent-commands'
/** Maximum of stored rows; the palette shows a few. */
const MAX_RECENTS = 50

export type RecentCommand = { readonly id: string; readonly at: number; readonly times: number }

const commandUsed = createEvent<{ id: string; at: number }>()
/** Newest first. */
export const $recentCommands = createStore<readonly RecentCommand[]>([], { serialize: 'ignore' }).on(
  commandUsed,
  (recents, { id, at }) => {
    const times = recents.find((one) => one.id === id)?.times ?? 0
    return [{ id, at, times: times + 1 }, ...recents.filter((one) => one.id !== id)].slice(0, MAX_RECENTS)
  },
)

const stampFx = attach({ source: $services, effect: ({ clock }, id: string) => ({ id, at: clock.now() }) })
const writeFx = attach({
  source: $services,
  effect: ({ local }, recents: readonly RecentCommand[]) =>
    local.call('meta.set', { key: KEY, value: recents }),
})
const readFx = attach({
  source: $services,
  effect: async ({ local }) => {
    const stored = await local.call('meta.get', KEY)
    return Array.isArray(stored) ? (stored as RecentCommand[]) : []
  },
})
$recentCommands.on(readFx.doneData, (now, stored) => [
  ...now,
  ...stored.filter((one) => !now.some(({ id }) => id === one.id)),
])
sample({ clock: appStarted, target: readFx })
sample({
  clock: registry.commandStarted,
  // Navigation keys are pressed constantly and are irrelevant for the palette.
  filter: ({ command }) => command.keysOnly !== true,
  fn: ({ command }) => command.id,
  target: stampFx,
})
sample({ clock: stampFx.doneData, target: commandUsed })
sample({ clock: commandUsed, source: $recentCommands, target: writeFx })
