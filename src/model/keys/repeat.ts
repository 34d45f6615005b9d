/** Repeats the user's last change, with its arguments, on the current target. */
import { createEvent, createStore, sample } from 'effector'
import type { Command, CommandArgs, CommandCall } from '../../core/index.ts'
import { infoNotified } from '../app/events.ts'
import { registry } from '../app/registry.ts'

type RepeatableCall = { readonly id: string; readonly args: CommandArgs; readonly count: number }

/** @param count number of targets; 1: as many as the change had */
export const repeatRequested = createEvent<{ count: number; group: string }>()

/** The arguments without the target, which is resolved again. */
export function withoutTarget({ target }: Pick<Command, 'target'>, args: CommandArgs): CommandArgs {
  if (target === undefined) return args
  const { [target]: _, ...others } = args
  return others
}

const repeatable = ({ command, call }: { command: Command; call: CommandCall }): boolean =>
  command.kind === 'change' && call.source !== 'macro'

/** Steps of macros and of operators are part of another change. */
const $lastChange = createStore<RepeatableCall | null>(null, { serialize: 'ignore' }).on(
  registry.commandFinished.filter({
    fn: ({ command, call, result }) => result.status === 'done' && repeatable({ command, call }),
  }),
  (_, { command, call }) => ({
    id: command.id,
    args: withoutTarget(command, call.args),
    count: call.count,
  }),
)

sample({
  clock: repeatRequested,
  source: $lastChange,
  filter: Boolean,
  fn: (last, { count, group }) => ({
    id: last.id,
    args: last.args,
    count: count > 1 ? count : last.count,
    source: 'keyboard' as const,
    group,
  }),
  target: registry.commandInvoked,
})
sample({
  clock: repeatRequested,
  source: $lastChange,
  filter: (last) => last === null,
  fn: () => ({ key: 'app:keys.nothingToRepeat' }),
  target: infoNotified,
})
