/** How a command's record names what it does: a unit of the model, and what that is told. */
import type { EventCallable } from 'effector'
import { held, type Call, type Command, type Held, type Stores } from '../src/core/index.ts'

/** Tells a unit of the model; `say` makes its payload out of the call. */
export function tell<T>(target: EventCallable<T>, say: (call: Call) => NoInfer<T>): Command['run'] {
  return (call) => target(say(call))
}

/** The same with something of the model in hand; undefined: there is nothing to do. */
export function tellWith<S extends Stores, T>(
  source: S,
  target: EventCallable<T>,
  say: (source: Held<S>, call: Call) => NoInfer<T> | undefined,
): Command['run'] {
  return (call) => {
    const said = say(held(source), call)
    if (said !== undefined) target(said)
  }
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
