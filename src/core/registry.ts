/** The registry of commands and their dispatcher. */
import { attach, createEvent, createStore, sample, scopeBind, type Store } from 'effector'
import { checkArgument, type ArgumentProblem, type ArgumentValue, type CommandArgs } from './arguments.ts'
import {
  asResult,
  availability,
  nothing,
  type Command,
  type CommandCall,
  type CommandResult,
  type TargetKind,
} from './command.ts'
import type { ContextTerm, ContextValues } from './expression.ts'

/** A request to run a command. Missing required arguments make the palette prompt for them. */
export type Invocation = {
  readonly id: string
  readonly source: CommandCall['source']
  readonly args?: CommandArgs
  readonly count?: number
  /** Undo group; a new one by default. */
  readonly group?: string
  /** The user confirmed a large count. */
  readonly confirmed?: boolean
}

/** Why a command did not run. */
export type DeclinedCommand = { readonly id: string; readonly source: CommandCall['source'] } & (
  | { readonly why: 'unknown' }
  | { readonly why: 'unavailable'; readonly missing: readonly ContextTerm[] }
  | ({ readonly why: 'invalid'; readonly argument: string } & ArgumentProblem)
)

/**
 * The current target of each kind.
 * @param count how many, from the current one on
 * @returns undefined: there is none
 */
export type Targets = { readonly [Kind in TargetKind]: (count: number) => ArgumentValue | undefined }

/** Changes of more targets, or larger counts, are confirmed once. A command may set a lower bound. */
const CONFIRM_ABOVE = 50

export type RegistryOptions = {
  /** Values of the context keys, see createContext. */
  readonly $contextKeys: Store<ContextValues>
  readonly $targets: Store<Targets>
  readonly $newId: Store<() => string>
}

/** A later registration of the same id hides the earlier one until it is unregistered. */
export function createRegistry({ $contextKeys, $targets, $newId }: RegistryOptions) {
  const registered = createEvent<readonly Command[]>()
  const unregistered = createEvent<readonly Command[]>()
  const loaded = createEvent<readonly Command[]>()
  const $stack = createStore<readonly Command[]>([], { serialize: 'ignore' })
    // An empty list leaves the stack as it is, because the keymap is computed anew with each other one.
    .on(registered, (stack, commands) => (commands.length > 0 ? [...stack, ...commands] : stack))
    .on(unregistered, (stack, commands) =>
      commands.length > 0 ? stack.filter((command) => !commands.includes(command)) : stack,
    )
    .on(loaded, replaceRows)
  const $commands = $stack.map<ReadonlyMap<string, Command>>(
    (stack) => new Map(stack.map((command) => [command.id, command])),
  )

  const commandInvoked = createEvent<Invocation>()
  const commandStarted = createEvent<{ command: Command; call: CommandCall }>()
  const argumentsNeeded = createEvent<{ command: Command; invocation: Invocation }>()
  const confirmationNeeded = createEvent<{ command: Command; invocation: Invocation; affected: number }>()
  const commandDeclined = createEvent<DeclinedCommand>()

  const loadRowsFx = attach({
    source: $stack,
    effect: async (stack) => {
      const loads = new Set(stack.flatMap(({ load }) => load ?? []))
      if (loads.size === 0) return
      // Bound before the first await, which leaves the scope.
      const replace = scopeBind(loaded, { safe: true })
      const commands = await Promise.all([...loads].map((load) => load()))
      replace(commands.flat())
    },
  })
  const loadRequested = createEvent<Promise<void>>()
  /** Settles after all loads that were requested. */
  const $lastLoad = createStore(Promise.resolve(), { serialize: 'ignore' }).on(
    loadRequested,
    (_, requested) => requested,
  )
  /** Loads the commands of which only the rows are known. Ends after the loads requested before it. */
  const loadFx = attach({
    source: $lastLoad,
    effect: (lastLoad) => {
      const loadRows = scopeBind(loadRowsFx, { safe: true })
      const requested = lastLoad.then(() => loadRows())
      loadRequested(requested.catch(() => {}))
      return requested
    },
  })

  const dispatchLoadedFx = attach({
    source: { commands: $commands, contextKeys: $contextKeys, targets: $targets, newId: $newId },
    effect: async (
      { commands, contextKeys, targets, newId },
      invocation: Invocation,
    ): Promise<Dispatched> => {
      const resolution = resolve(commands.get(invocation.id), { contextKeys, targets, newId }, invocation)
      if (resolution.is !== 'run') {
        if (resolution.is === 'ask') argumentsNeeded(resolution)
        else if (resolution.is === 'confirm') confirmationNeeded(resolution)
        else commandDeclined(resolution.declined)
        return { started: null, result: nothing() }
      }
      const { command, call } = resolution
      commandStarted({ command, call })
      try {
        return { started: resolution, result: asResult(await command.run(call)) }
      } catch (error) {
        return { started: resolution, result: { status: 'failed', error } }
      }
    },
  })
  /** Dispatches one invocation. Callers that need the result await it; others trigger `commandInvoked`. Never fails. */
  const dispatchFx = attach({
    source: { commands: $commands, isLoading: loadFx.pending },
    effect: async ({ commands, isLoading }, invocation: Invocation): Promise<Dispatched> => {
      const [dispatch, load] = [
        scopeBind(dispatchLoadedFx, { safe: true }),
        scopeBind(loadFx, { safe: true }),
      ]
      const command = commands.get(invocation.id)
      // While commands load, all invocations wait: keys act in the order in which they were pressed.
      if (isLoading || command?.load)
        try {
          await load()
        } catch (error) {
          if (command?.load)
            return { started: { command, call: callOf(invocation) }, result: { status: 'failed', error } }
        }
      return dispatch(invocation)
    },
  })
  sample({ clock: commandInvoked, target: dispatchFx })
  /** Every command that ran, with its result. */
  const commandFinished = dispatchFx.doneData.filterMap(({ started, result }) =>
    started ? { command: started.command, call: started.call, result } : undefined,
  )

  return {
    $commands,
    registered,
    unregistered,
    loadFx,
    commandInvoked,
    dispatchFx,
    /** Every command that runs: recents, hints and logs use it. */
    commandStarted,
    commandFinished,
    argumentsNeeded,
    confirmationNeeded,
    commandDeclined,
    /** A command threw, or reported that it failed. */
    commandFailed: commandFinished.filterMap(({ command, call, result }) =>
      result.status === 'failed' ? { command, call, error: result.error } : undefined,
    ),
  }
}

/** `started`: null where nothing ran. */
type Dispatched = {
  readonly started: { command: Command; call: CommandCall } | null
  readonly result: CommandResult
}

/** Replaces rows by their loaded commands, in place. */
function replaceRows(stack: readonly Command[], loaded: readonly Command[]): readonly Command[] {
  const byId = new Map(loaded.map((command) => [command.id, command]))
  return stack.map((command) => (command.load ? (byId.get(command.id) ?? command) : command))
}

const callOf = ({ args = {}, count = 1, source, group = '' }: Invocation): CommandCall => ({
  args,
  count,
  source,
  group,
})

type Resolution =
  | { is: 'run'; command: Command; call: CommandCall }
  | { is: 'ask'; command: Command; invocation: Invocation }
  | { is: 'confirm'; command: Command; invocation: Invocation; affected: number }
  | { is: 'declined'; declined: DeclinedCommand }

type Resolving = {
  readonly contextKeys: ContextValues
  readonly targets: Targets
  readonly newId: () => string
}

/** Fills in the current target and checks the arguments. */
function resolve(command: Command | undefined, context: Resolving, invocation: Invocation): Resolution {
  const { id, source, count = 1 } = invocation
  if (!command) return { is: 'declined', declined: { id, source, why: 'unknown' } }
  const state = availability(command, context.contextKeys, invocation.args)
  if (!state.available)
    return { is: 'declined', declined: { id, source, why: 'unavailable', missing: state.missing } }
  const args = withTarget(command, context.targets, invocation)
  for (const argument of command.args ?? []) {
    const value = args[argument.name]
    const problem = value === undefined ? null : checkArgument(argument, value, args)
    if (problem)
      return { is: 'declined', declined: { id, source, why: 'invalid', argument: argument.name, ...problem } }
  }
  const resolved = { ...invocation, args }
  if (command.args?.some(({ name, optional }) => !optional && args[name] === undefined))
    return { is: 'ask', command, invocation: resolved }
  const affected = affectedBy(command, args, count)
  if (
    command.kind === 'change' &&
    affected > (command.confirmAbove ?? CONFIRM_ABOVE) &&
    !invocation.confirmed
  )
    return { is: 'confirm', command, invocation: resolved, affected }
  const group = invocation.group ?? context.newId()
  return { is: 'run', command, call: { args, count: command.takesCount ? count : 1, source, group } }
}

function withTarget(
  { target, takesCount }: Command,
  targets: Targets,
  { args = {}, count = 1 }: Invocation,
): CommandArgs {
  if (!target || args[target] !== undefined) return args
  const current = targets[target](takesCount ? 1 : count)
  return current === undefined ? args : { ...args, [target]: current }
}

function affectedBy({ target, takesCount }: Command, args: CommandArgs, count: number): number {
  const value = target && args[target]
  return Math.max(takesCount ? count : 1, Array.isArray(value) ? value.length : 1)
}
