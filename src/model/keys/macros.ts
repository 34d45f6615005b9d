/** Macros: commands recorded while the user runs them, played as one. */
import { attach, combine, createEvent, createStore, sample, scopeBind } from 'effector'
import type { Choice, Command, CommandArgs, CommandCall, CommandResult } from '../../core/index.ts'
import { deepEqual, done, nothing } from '../../core/index.ts'
import { appStarted, infoNotified } from '../app/events.ts'
import { provideCommands } from '../app/provide-commands.ts'
import { context, registry } from '../app/registry.ts'
import { defineLocalChange } from '../journal/local-change.ts'
import { persist } from '../persist.ts'
import { withoutTarget } from './repeat.ts'

/** One recorded command. Its target is the current one when it is played. */
export type MacroStep = { readonly id: string; readonly args: CommandArgs; readonly count: number }
export type Macro = { readonly name: string; readonly steps: readonly MacroStep[] }

/** Maximum number of steps of a macro: longer recordings are probably a mistake. */
const MAX_STEPS = 200
/** Commands about the recording itself, and those that only open a prompt or a dialog. */
const unrecorded = (command: Command): boolean =>
  ['macro', 'keys', 'palette', 'shortcuts'].includes(command.group) || command.kind === 'dialog'

export const recordingStarted = createEvent()
export const recordingDiscarded = createEvent()
/** Ends the recording. */
export const macroSaved = createEvent<{ name: string }>()
export const macroRemoved = createEvent<{ name: string }>()
/** Adds macros of a file; one of the same name is replaced. */
export const macrosImported = createEvent<readonly Macro[]>()

/** null: nothing is being recorded. */
export const $recording = createStore<readonly MacroStep[] | null>(null, { serialize: 'ignore' })
  .on(recordingStarted, () => [])
  .on(
    registry.commandStarted.filter({
      fn: ({ command, call }) => call.source !== 'macro' && call.source !== 'plugin' && !unrecorded(command),
    }),
    (steps, { command, call }) =>
      steps === null || steps.length >= MAX_STEPS
        ? steps
        : [...steps, { id: command.id, args: withoutTarget(command, call.args), count: call.count }],
  )
  .reset(recordingDiscarded)

const recorded = sample({
  clock: macroSaved,
  source: $recording,
  fn: (steps, { name }): Macro => ({ name: cleanName(name), steps: steps ?? [] }),
}).filter({ fn: ({ name, steps }) => name !== '' && steps.length > 0 })
sample({ clock: macroSaved, target: recordingDiscarded })

export const $macros = createStore<readonly Macro[]>([], { serialize: 'ignore' })
const change = defineLocalChange({
  name: 'macros.change',
  source: $macros,
  inverse: (macros: readonly Macro[], before) => (deepEqual(macros, before) ? null : before),
  describe: () => ({ key: 'app:undo.macros', values: {} }),
})
sample({
  clock: [recorded.map((macro) => [macro]), macrosImported],
  source: $macros,
  fn: (macros, added) => [
    ...macros.filter(({ name }) => added.every((macro) => macro.name !== name)),
    ...added,
  ],
  target: change.requested,
})
sample({
  clock: macroRemoved,
  source: $macros,
  fn: (macros, { name }) => macros.filter((macro) => macro.name !== name),
  target: change.requested,
})
$macros.on(change.applied, (_, macros) => macros)
persist($macros, { key: 'lectern:macros', parse: parseStored, changed: change.applied })
sample({
  clock: recorded,
  fn: ({ name, steps }) => ({ key: 'app:macros.saved', values: { name, count: steps.length } }),
  target: infoNotified,
})

/** Plays the steps one after another; the first that fails, or cannot run, ends it. */
export const playMacroFx = attach({
  source: { macros: $macros, commands: registry.$commands },
  effect: async (
    { macros, commands },
    { name, group }: { name: string; group: string },
  ): Promise<CommandResult> => {
    const macro = macros.find((one) => one.name === name)
    if (!macro) return nothing({ key: 'app:macros.unknown', values: { name } })
    const dispatch = scopeBind(registry.dispatchFx)
    for (const [index, step] of macro.steps.entries()) {
      const { started, result } = await dispatch({ ...step, source: 'macro', group })
      if (started !== null && result.status !== 'failed') continue
      const title = commands.get(step.id)?.title ?? step.id
      return nothing({
        key: 'app:macros.stopped',
        values: {
          name,
          step: index + 1,
          of: macro.steps.length,
          title: title.includes(':') ? title : `shortcuts:${title}`,
        },
      })
    }
    return done({ key: 'app:macros.played', values: { name, count: macro.steps.length } })
  },
})

const macroCommandId = (name: string): string => `macro:${name.toLowerCase().replaceAll(/\s+/g, '-')}`

/** Each macro is a command. */
const commandOf = ({ name }: Macro): Command => ({
  id: macroCommandId(name),
  group: 'macro',
  title: name,
  kind: 'change',
  icon: 'keyboard',
  run: ({ group }: CommandCall) => playMacroFx({ name, group }),
})
provideCommands($macros.map((macros) => macros.map(commandOf)))

export const $macroChoices = $macros.map(
  (macros) => (): readonly Choice[] => macros.map(({ name }) => ({ value: name, title: name })),
)
context.provide({
  source: combine({ recording: $recording, macros: $macros }),
  begun: appStarted,
  keys: ({ recording, macros }) => ({
    /** A macro is being recorded. */
    recording: recording !== null,
    macros: macros.length,
  }),
})

/** Reads macros from JSON. @returns null: it is no list of macros */
export function parseMacros(json: unknown): readonly Macro[] | null {
  if (!Array.isArray(json)) return null
  return json.flatMap((one: unknown) => {
    const { name, steps } = (one ?? {}) as { name?: unknown; steps?: unknown }
    if (typeof name !== 'string' || cleanName(name) === '' || !Array.isArray(steps)) return []
    return [{ name: cleanName(name), steps: steps.slice(0, MAX_STEPS).flatMap(stepOf) }]
  })
}

function stepOf(json: unknown): MacroStep[] {
  const { id, args, count } = (json ?? {}) as Record<string, unknown>
  if (typeof id !== 'string') return []
  return [
    {
      id,
      args: typeof args === 'object' && args !== null && !Array.isArray(args) ? (args as CommandArgs) : {},
      count: typeof count === 'number' && Number.isInteger(count) && count > 0 ? count : 1,
    },
  ]
}

function parseStored(text: string | null): readonly Macro[] {
  try {
    return parseMacros(JSON.parse(text ?? '[]')) ?? []
  } catch {
    return []
  }
}

/** A name is displayed as a translation key that has no translation, so it must contain no separators of keys. */
const cleanName = (name: string): string => name.replaceAll(/[.:]+/g, ' ').trim().slice(0, 60)
