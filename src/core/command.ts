/**
 * Commands are data: what a user can do, where, with which keys, and the unit that does it.
 * Keyboard, palette, menus, toolbar, help and plugins are views of these records.
 */
import type { Store } from 'effector'

/** What invoked a command. */
export type Source = 'keyboard' | 'palette' | 'menu' | 'button' | 'plugin' | 'macro' | 'test'

/** One option for an argument. `value` is passed to the command, the other fields are displayed. */
export type Choice = {
  readonly value: string
  /** Displayed untranslated: names that users chose. */
  readonly title: string
  /** i18n key displayed instead of `title` for options defined by the program. */
  readonly titleKey?: string
  readonly detail?: string
  readonly keywords?: readonly string[]
}

/** One argument of a command. The palette prompts for the arguments in order. */
export type Argument = {
  readonly name: string
  /** i18n key of the prompt */
  readonly title: string
  readonly kind: 'text' | 'choice'
  /** Options, always the same store; a `choice` accepts one of them, a `text` accepts anything. */
  readonly choices?: Store<readonly Choice[]>
  /** Initial text of the input. */
  readonly initial?: Store<string>
  readonly optional?: boolean
}

/** Keys in tinykeys' notation (`$mod+Shift+a`, `g t`); without `where` they apply wherever the command does. */
export type Binding = { readonly keys: string; readonly where?: readonly string[] }

/** Input of a command's `run`. */
export type CommandCall = {
  readonly args: Readonly<Record<string, string>>
  /** Repeat count, typed as digits before the keys; 1 by default. */
  readonly count: number
  readonly source: Source
}

export type Command = {
  /** group:verb, e.g. entry:star */
  readonly id: string
  readonly group: string
  /** i18n key, in the namespace `shortcuts` */
  readonly title: string
  /** i18n key of further search terms for the palette */
  readonly keywords?: string
  readonly bindings?: readonly Binding[]
  /** Focus areas in which its keys apply; absent: everywhere but in a modal. */
  readonly where?: readonly string[]
  /** Context keys that must be true for it to be available. */
  readonly needs?: readonly string[]
  readonly args?: readonly Argument[]
  readonly takesCount?: boolean
  /** Repeats while the key is pressed. */
  readonly repeats?: boolean
  /** Its keys also apply while a form field has the focus. */
  readonly inFields?: boolean
  /** Not in the palette: it only makes sense as a key (scroll up, next row). */
  readonly keysOnly?: boolean
  /** The user may bind other keys (client-facts 5, column C). */
  readonly customisable?: boolean
  /** Name of an icon of `src/ui`. */
  readonly icon?: string
  /** Id of the plugin that registered it. */
  readonly plugin?: string
  /** An event or effect of the model, called within the scope. */
  readonly run: (call: CommandCall) => unknown
}

/** Whether a command can run now, and if not, which context keys are missing. */
export type Availability =
  | { readonly available: true }
  | { readonly available: false; readonly missing: readonly string[] }

/** @param facts names of the context keys that are true */
export function availability(command: Command, facts: ReadonlySet<string>): Availability {
  const missing = (command.needs ?? []).filter((need) => !facts.has(need))
  return missing.length === 0 ? { available: true } : { available: false, missing }
}
