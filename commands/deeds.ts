/** How a command's record names what it does: a unit of the model, and what that is told. */
import { createEvent, sample, type EventCallable, type Store } from 'effector'
import type { Call, Command } from '../src/core/index.ts'

/** Tells a unit of the model; `say` makes its payload out of the call. */
export function tell<T>(target: EventCallable<T>, say: (call: Call) => NoInfer<T>): EventCallable<Call> {
  return target.prepend(say)
}

/** The same with something of the model in hand; undefined: there is nothing to do. */
export function tellWith<S, T>(
  $source: Store<S>,
  target: EventCallable<T>,
  say: (source: S, call: Call) => NoInfer<T> | undefined,
): EventCallable<Call> {
  const asked = createEvent<Call>()
  const told: EventCallable<{ readonly say: T }> = target.prepend((box) => box.say)
  sample({
    clock: sample({ clock: asked, source: $source, fn: (source, call) => ({ say: say(source, call) }) }),
    filter: (box): box is { say: T & {} } => box.say !== undefined,
    target: told,
  })
  return asked
}

/** Commands of one group: `toggleZenMode` is titled `layout.toggleZenMode` in shortcuts. */
export function group(
  name: string,
  commands: Readonly<Record<string, Omit<Command, 'id' | 'group' | 'title'> & { readonly title?: string }>>,
): readonly Command[] {
  return Object.entries(commands).map(([deed, record]) => ({
    title: `${camel(name)}.${camel(deed)}`,
    ...record,
    id: `${name}:${deed}`,
    group: name,
  }))
}

const camel = (words: string): string =>
  words.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
