/** Helpers for writing command records. */
import { createEvent, sample, type EventCallable, type Store } from 'effector'
import type { CommandCall, Command } from '../src/core/index.ts'
import { dialogOpened, type DialogRequest } from '../src/model/layout/index.ts'

/** A command's `run`: triggers `target` with the payload that `fn` makes of the call. */
export function trigger<T>(
  target: EventCallable<T>,
  fn: (call: CommandCall) => NoInfer<T>,
): EventCallable<CommandCall> {
  return target.prepend(fn)
}

/** A command's `run`: opens a dialog. */
export const openDialog = (fn: (call: CommandCall) => DialogRequest): EventCallable<CommandCall> =>
  dialogOpened.prepend(fn)

/** As {@link trigger}, with the value of a store at the time of the call. `fn` returns undefined when there is nothing to do. */
export function triggerFrom<S, T>(
  $source: Store<S>,
  target: EventCallable<T>,
  fn: (source: S, call: CommandCall) => NoInfer<T> | undefined,
): EventCallable<CommandCall> {
  const requested = createEvent<CommandCall>()
  const computed = sample({
    clock: requested,
    source: $source,
    fn: (source, call) => ({ payload: fn(source, call) }),
  })
  sample({
    clock: computed,
    filter: ({ payload }) => payload !== undefined,
    fn: ({ payload }) => payload as unknown,
    target: target as EventCallable<unknown>,
  })
  return requested
}

/** The commands of one group: `toggle-zen-mode` of `layout` is titled `layout.toggleZenMode` in the shortcuts namespace. */
export function commandGroup(
  name: string,
  commands: Readonly<Record<string, Omit<Command, 'id' | 'group' | 'title'> & { readonly title?: string }>>,
): readonly Command[] {
  return Object.entries(commands).map(([action, record]) => ({
    title: `${toCamelCase(name)}.${toCamelCase(action)}`,
    ...record,
    id: `${name}:${action}`,
    group: name,
  }))
}

const toCamelCase = (kebab: string): string =>
  kebab.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
