/** The commands of the reader's registry that need no screen, run in the terminal by their ids. */
import { allSettled, createWatch } from 'effector'
import { allCommands } from '../../../commands/index.ts'
import type { Command, CommandArgs } from '../../core/index.ts'
import { registry } from '../../model/app/index.ts'
import { dialogOpened } from '../../model/layout/index.ts'
import { screenRequested } from '../../model/location/index.ts'
import { readArguments } from '../../palette/command-line.ts'
import { tokenizeLine } from '../../palette/tokenize-line.ts'
import type { ReaderCommand, ReaderCommands } from '../command.ts'
import { RefusedError, UsageError } from '../failures.ts'
import { readerUsageOf } from '../help.ts'
import { loadArgumentInput, titleOf } from './command-input.ts'
import { isStepOfReader, runEntryPipeline, stepCommands } from './entry-pipeline.ts'
import { openReader, type Reader } from './open-reader.ts'
import { loadPluginCommands } from './plugin-commands.ts'

/** These change a browser or the open list, or are closed to tokens. */
const NOT_HERE: ReadonlySet<string> = new Set([
  'entries',
  'settings',
  'follow',
  'shortcuts',
  'data',
  'notifications',
  'offline',
  'macro',
  'plugin',
  'search',
  'highlight',
])

/** A change of what its arguments name: a change without any concerns what the screen shows. */
const needsNoScreen = ({ group, kind, keysOnly, needs = 'signedIn', target, args = [] }: Command): boolean =>
  kind === 'change' &&
  args.length > 0 &&
  keysOnly !== true &&
  !NOT_HERE.has(group) &&
  target !== 'entries' &&
  (needs === 'signedIn' || needs === '!noRules')

const commands = allCommands.filter(needsNoScreen)
const ofPlugins = await loadPluginCommands()

const described = (command: Command): ReaderCommand => ({
  id: command.id,
  title: titleOf(command),
  args: argumentsOf(command).map(({ name, optional = false }) => ({ name, optional })),
  isStep: command.target === 'entries',
})
/** The entries of a step are those that the query selects. */
const argumentsOf = ({ target, args = [] }: Command) =>
  args.filter(({ name }) => target !== 'entries' || name !== target)

export const readerCommands: ReaderCommands = {
  list: () => [...[...commands, ...stepCommands].map(described), ...ofPlugins.list()],
  isStep: isStepOfReader,
  runPipeline: runEntryPipeline,
  has: (id) => ofPlugins.has(id) || allCommands.some((one) => one.id === id),
  async run(api, line, confirm) {
    const [id = '', rest = ''] = line.trim().split(/\s+(.*)/s)
    if (ofPlugins.has(id)) return ofPlugins.run(api, id, rest)
    const command = commands.find((one) => one.id === id)
    if (!command)
      throw new UsageError(
        `${id} needs the reader's screen, or is not open to tokens. \`lectern run --list\` lists the others.`,
      )
    const reader = await openReader(api)
    try {
      await allSettled(registry.registered, { scope: reader.scope, params: allCommands })
      const args = await argumentsIn(reader, command, rest)
      await invoke(reader, command, args, confirm)
      await reader.sent()
      if (reader.changes.length === 0) throw new RefusedError('There was nothing to change.')
      const changed = [...new Set(reader.changes)]
      return { json: { command: line, changed }, text: `Done: ${changed.join(', ')}.` }
    } finally {
      reader.close()
    }
  },
}

/** @throws UsageError where a required one is missing, and for words that name none of the options */
async function argumentsIn({ scope }: Reader, command: Command, text: string): Promise<CommandArgs> {
  const input = await loadArgumentInput(scope, [command])
  const [reading, ...others] = readArguments(command, tokenizeLine(text), input)
    .filter(({ problem }) => !problem)
    .toSorted((a, b) => Number(a.missing !== undefined) - Number(b.missing !== undefined))
  const usage = readerUsageOf(described(command))
  if (!reading) throw new UsageError(`"${text}" cannot be read. It is written: ${usage}`)
  if (reading.missing) throw new UsageError(`${reading.missing.name} is missing. It is written: ${usage}`)
  const other = others.find(({ missing, labels }) => !missing && labels.join() !== reading.labels.join())
  if (other)
    throw new UsageError(`"${text}" can mean ${reading.labels.join(', ')}, or ${other.labels.join(', ')}.`)
  return reading.args
}

/** @throws UsageError where it cannot run, what the command fails with, and what `confirm` throws */
async function invoke(
  { scope }: Reader,
  { id, target }: Command,
  args: CommandArgs,
  confirm: (what: string) => Promise<void>,
): Promise<void> {
  let affected = 0
  let declined: string | undefined
  const opened = () => void (declined = 'it opens a screen')
  const watches = [
    createWatch({
      unit: registry.confirmationNeeded,
      scope,
      fn: (needed) => void (affected = needed.affected),
    }),
    createWatch({
      unit: registry.argumentsNeeded,
      scope,
      fn: () => void (declined = 'an argument is missing'),
    }),
    createWatch({
      unit: registry.commandDeclined,
      scope,
      fn: (refusal) => {
        declined =
          refusal.why === 'invalid'
            ? `${refusal.argument} cannot be that`
            : 'it cannot run now, or there is nothing to change'
      },
    }),
    createWatch({ unit: dialogOpened, scope, fn: opened }),
    createWatch({ unit: screenRequested, scope, fn: opened }),
  ]
  const dispatch = async (confirmed: boolean) => {
    const settled = await allSettled(registry.dispatchFx, {
      scope,
      params: { id, source: 'palette', args, confirmed },
    })
    if (settled.status === 'done' && settled.value.result.status === 'failed')
      throw settled.value.result.error
  }
  try {
    await dispatch(false)
    if (affected > 0) {
      await confirm(`${affected} ${target ?? 'times'}`)
      await dispatch(true)
    }
    if (declined !== undefined) throw new UsageError(`${id}: ${declined}.`)
  } finally {
    for (const stop of watches) stop()
  }
}
