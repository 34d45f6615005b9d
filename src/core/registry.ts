/** The registry of commands and their dispatcher. */
import { attach, createEvent, createStore, sample, type Store } from 'effector'
import { availability, type CommandCall, type Command } from './command.ts'
/** A request to run a command. Missing required arguments make the palette prompt for them. */
export type Invocation = {
  readonly id: string
  readonly source: CommandCall['source']
  readonly args?: Readonly<Record<string, string>>
  readonly count?: number
}

/** Why a command did not run. */
export type DeclinedCommand = { readonly id: string; readonly source: CommandCall['source'] } & (
  | { readonly why: 'unknown' }
  | { readonly why: 'unavailable'; readonly missing: readonly string[] }
)

/**
 * @param $facts names of the context keys that are true, see createContext
 * A later registration of the same id hides the earlier one until it is unregistered.
 */
export function createRegistry($facts: Store<ReadonlySet<string>>) {
  const registered = createEvent<readonly Command[]>()
  const unregistered = createEvent<readonly Command[]>()
  const $stack = createStore<readonly Command[]>([], { serialize: 'ignore' })
    .on(registered, (stack, commands) => [...stack, ...commands])
    .on(unregistered, (stack, commands) => stack.filter((command) => !commands.includes(command)))
  const $commands = $stack.map<ReadonlyMap<string, Command>>(
    (stack) => new Map(stack.map((command) => [command.id, command])),
  )

  const commandInvoked = createEvent<Invocation>()
  const commandStarted = createEvent<{ command: Command; call: CommandCall }>()
  const argumentsNeeded = createEvent<{ command: Command; invocation: Invocation }>()
  const commandDeclined = createEvent<DeclinedCommand>()
  /** An effect, so that a command that throws is reported as its own failure. */
  const runFx = attach({
    source: {},
    effect: (_, { command, call }: { command: Command; call: CommandCall }) => void command.run(call),
  })

  const resolved = sample({
    clock: commandInvoked,
    source: { commands: $commands, facts: $facts },
    fn: ({ commands, facts }, invocation) => resolve(commands.get(invocation.id), facts, invocation),
  })
  sample({
    clock: resolved,
    filter: (resolution) => resolution.is === 'run',
    fn: onlyRun,
    target: commandStarted,
  })
  sample({
    clock: resolved,
    filter: (resolution) => resolution.is === 'ask',
    fn: onlyAsk,
    target: argumentsNeeded,
  })
  sample({
    clock: resolved,
    filter: (resolution) => resolution.is === 'declined',
    fn: onlyDeclined,
    target: commandDeclined,
  })
  sample({ clock: commandStarted, target: runFx })

  return {
    $commands,
    registered,
    unregistered,
    commandInvoked,
    /** Every command that runs: recents, hints and logs use it. */
    commandStarted,
    argumentsNeeded,
    commandDeclined,
    commandFailed: runFx.fail,
  }
}
export type Registry = ReturnType<typeof createRegistry>

type Resolution =
  | { is: 'run'; command: Command; call: CommandCall }
  | { is: 'ask'; command: Command; invocation: Invocation }
  | { is: 'declined'; declined: DeclinedCommand }

function resolve(
  command: Command | undefined,
  facts: ReadonlySet<string>,
  invocation: Invocation,
): Resolution {
  const { id, source, args = {}, count = 1 } = invocation
  if (!command) return { is: 'declined', declined: { id, source, why: 'unknown' } }
  const state = availability(command, facts)
  if (!state.available)
    return { is: 'declined', declined: { id, source, why: 'unavailable', missing: state.missing } }
  const isIncomplete = command.args?.some(
    (argument) => !argument.optional && args[argument.name] === undefined,
  )
  return isIncomplete
    ? { is: 'ask', command, invocation }
    : { is: 'run', command, call: { args, count, source } }
}

const onlyRun = (resolution: Resolution) => resolution as Extract<Resolution, { is: 'run' }>
const onlyAsk = (resolution: Resolution) => resolution as Extract<Resolution, { is: 'ask' }>
const onlyDeclined = (resolution: Resolution) =>
  (resolution as Extract<Resolution, { is: 'declined' }>).declined
