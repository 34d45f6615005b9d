/**
 * Commands are data: what a person can do, where, with which keys, and the one deed behind it.
 * Keyboard, palette, menus, toolbar, help and plugins are all views of these records.
 */
import type { Store } from 'effector'

/** Who asked for a command. */
export type Source = 'keyboard' | 'palette' | 'menu' | 'button' | 'plugin' | 'macro' | 'test'

/** One row that an argument may be completed with. `value` goes to the command, the rest is shown. */
export type Choice = {
  readonly value: string
  /** Shown as it stands: names that people gave. */
  readonly title: string
  /** i18n key that is shown instead, where the choice is one of the program's own. */
  readonly titleKey?: string
  readonly detail?: string
  readonly keywords?: readonly string[]
}

/** One thing a command must be told. The palette asks for it, in order, in its own box. */
export type Argument = {
  readonly name: string
  /** i18n key of the question */
  readonly title: string
  readonly kind: 'text' | 'choice'
  /** Rows to choose from, always the same store; a `choice` takes one of them, a `text` may be anything. */
  readonly choices?: Store<readonly Choice[]>
  /** What stands in the box at first. */
  readonly initial?: Store<string>
  readonly optional?: boolean
}

/** Keys in tinykeys' notation (`$mod+Shift+a`, `g t`); without `where` they hold wherever the command does. */
export type Binding = { readonly keys: string; readonly where?: readonly string[] }

/** What a command's `run` is given. */
export type CommandCall = {
  readonly args: Readonly<Record<string, string>>
  /** How often, typed as digits before the keys; 1 when none were typed. */
  readonly count: number
  readonly source: Source
}

export type Command = {
  /** group:deed, e.g. entry:star */
  readonly id: string
  readonly group: string
  /** i18n key, in the namespace `shortcuts` */
  readonly title: string
  /** i18n key of further words the palette finds it by */
  readonly keywords?: string
  readonly bindings?: readonly Binding[]
  /** Focus areas in which its keys hold; absent: everywhere but in a modal. */
  readonly where?: readonly string[]
  /** Facts of the context that must be true for it to be available. */
  readonly needs?: readonly string[]
  readonly args?: readonly Argument[]
  readonly takesCount?: boolean
  /** Keeps firing while the key is held down. */
  readonly repeats?: boolean
  /** Its keys also hold while a form field has the focus. */
  readonly inFields?: boolean
  /** Left out of the palette: it only makes sense as a key (scroll up, next row). */
  readonly keysOnly?: boolean
  /** The person may bind other keys (client-facts 5, column C). */
  readonly customisable?: boolean
  /** Name of an icon of the ui room. */
  readonly icon?: string
  /** Which plugin brought it. */
  readonly plugin?: string
  /** An event or effect of the model, called within the scope. */
  readonly run: (call: CommandCall) => unknown
}

/** Whether a command can run now, and if not, which facts are missing. */
export type Availability =
  | { readonly available: true }
  | { readonly available: false; readonly missing: readonly string[] }

/** @param facts the true facts of the context */
export function availability(command: Command, facts: ReadonlySet<string>): Availability {
  const missing = (command.needs ?? []).filter((need) => !facts.has(need))
  return missing.length === 0 ? { available: true } : { available: false, missing }
}
