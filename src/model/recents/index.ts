/**
 * Recently used commands, subscriptions gone to and answers given to prompts: times and number of uses, by focus area. Ranks
 * the palette's rows. A command is used where it was chosen in the palette or by its keys: a row that is clicked or entered is not.
 */
import { attach, createEvent, createStore, sample } from 'effector'
import type { ArgumentValue } from '../../core/index.ts'
import { registry } from '../app/registry.ts'
import { appStarted } from '../app/events.ts'
import { $lastPane } from '../layout/index.ts'
import { $services } from '../services.ts'

const KEY = 'recent-commands'
/** Maximum of stored rows; the palette shows a few. */
const MAX_RECENTS = 200
/** How a command is chosen by itself. */
const CHOSEN: ReadonlySet<string> = new Set(['palette', 'keyboard'])
/** What the palette's own rows run: it is their subject that was chosen. */
const ROW_COMMANDS: ReadonlySet<string> = new Set(['go:subscription', 'go:folder', 'search:open'])

export type RecentCommand = {
  /** Id of a command or of a subscription, or what {@link answerId} returns. */
  readonly id: string
  readonly at: number
  readonly times: number
  /** Uses by the focus area they were made in. */
  readonly areas?: Readonly<Record<string, number>>
}

type Use = { readonly id: string; readonly at: number; readonly area: string }
const used = createEvent<Use>()
/** Removes the uses of one row; null: of all. */
export const rankingReset = createEvent<string | null>()
/** Newest first. */
export const $recentCommands = createStore<readonly RecentCommand[]>([], { serialize: 'ignore' })
  .on(used, (recents, { id, at, area }) => {
    const before = recents.find((one) => one.id === id)
    const areas = { ...before?.areas, [area]: (before?.areas?.[area] ?? 0) + 1 }
    const use = { id, at, times: (before?.times ?? 0) + 1, areas }
    return [use, ...recents.filter((one) => one.id !== id)].slice(0, MAX_RECENTS)
  })
  .on(rankingReset, (recents, id) => (id === null ? [] : recents.filter((one) => one.id !== id)))

const stampFx = attach({
  source: { services: $services, area: $lastPane },
  effect: ({ services, area }, id: string): Use => ({ id, at: services.clock.now(), area }),
})
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
/** Names an answer to the prompt of a command. */
export const answerId = (command: string, argument: string, value: ArgumentValue): string =>
  JSON.stringify([command, argument, value])
/** An answer was chosen in the palette. */
export const answerChosen = createEvent<string>()

sample({
  clock: registry.commandStarted,
  // Motions happen constantly and are irrelevant for the palette.
  filter: ({ command, call }) =>
    command.keysOnly !== true &&
    command.kind !== 'motion' &&
    CHOSEN.has(call.source) &&
    !ROW_COMMANDS.has(command.id),
  fn: ({ command }) => command.id,
  target: stampFx,
})
sample({ clock: answerChosen, target: stampFx })
sample({
  clock: registry.commandStarted.filterMap(({ command, call }) =>
    command.id === 'go:subscription' ? String(call.args['subscription'] ?? '') : undefined,
  ),
  target: stampFx,
})
sample({ clock: stampFx.doneData, target: used })
sample({ clock: [used, rankingReset], source: $recentCommands, target: writeFx })
