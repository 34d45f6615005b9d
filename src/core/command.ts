/**
 * Commands are data: what a user can do, on what, where, with which keys, and the function that does it. Keyboard,
 * palette, menus, toolbar, help and plugins are views of these records.
 */
import type { Store } from 'effector'
import type { Argument, CommandArgs } from './arguments.ts'
import { parseExpression, unmetTerms, type ContextTerm, type ContextValues } from './expression.ts'

/** What invoked a command. */
type Source = 'keyboard' | 'palette' | 'menu' | 'button' | 'swipe' | 'plugin' | 'macro' | 'test'

/** Keys in tinykeys' notation (`$mod+Shift+a`, `g t`); without `where` they apply wherever the command does. */
export type Binding = {
  readonly keys: string
  readonly where?: readonly string[]
  /** A context expression that must hold for these keys; where it does not, they are free for the browser. */
  readonly when?: string
  /** Arguments that these keys pass. */
  readonly args?: CommandArgs
}

/**
 * - motion: moves the cursor, the selection or the scroll position
 * - change: changes the user's data; repeated by `.`, undoable
 * - view: changes what is shown, or where
 * - dialog: opens a dialog or a prompt
 */
type CommandKind = 'motion' | 'change' | 'view' | 'dialog'

/**
 * What a command acts on. The current one is the default; it is resolved at dispatch and written into the call as the
 * argument of the same name: ids of entries, ids of subscriptions, a folder's name, the number of a view.
 */
export type TargetKind = 'entries' | 'subscriptions' | 'category' | 'view'

/** Input of a command's `run`. */
export type CommandCall = {
  readonly args: CommandArgs
  /** Repeat count, typed as digits before the keys; 1 by default. */
  readonly count: number
  readonly source: Source
  /** Changes of one group are one step of undo: the steps of a chain share it. */
  readonly group: string
}

/** A text for the user: an i18n key with its namespace, and its values. */
export type CommandMessage = {
  readonly key: string
  readonly values?: Readonly<Record<string, string | number>>
}

/** How a command ended. */
export type CommandResult =
  | { readonly status: 'done'; readonly message?: CommandMessage }
  /** There was nothing to do, or the user has to respond first. */
  | { readonly status: 'nothing'; readonly message?: CommandMessage }
  | { readonly status: 'failed'; readonly error: unknown }

export type Command = {
  /** group:verb, e.g. entry:star */
  readonly id: string
  readonly group: string
  /** i18n key, in the namespace `shortcuts` */
  readonly title: string
  /** i18n key of the title in the menu of a row, which shows what the command acts on; else the title. */
  readonly menuTitle?: string
  /** Values of the title and of the keywords. */
  readonly textValues?: Readonly<Record<string, string>>
  /** Replaces the title in the palette while it is not null: what exactly would be done now. */
  readonly currentTitle?: Store<CommandMessage | null>
  /** What exactly it would do to these targets, as an i18n key with its namespace: menus show it in place of their title. */
  readonly titleFor?: Store<(args: CommandArgs) => string | null>
  /** i18n keys, with their namespace, of further search terms for the palette */
  readonly keywords?: string | readonly string[]
  readonly kind: CommandKind
  /** Its argument is the first of `args`. */
  readonly target?: TargetKind
  readonly bindings?: readonly Binding[]
  /** Focus areas in which its keys apply; absent: everywhere but in a modal. */
  readonly where?: readonly string[]
  /** A context expression that must hold for it to be available: `entry && entryUrl`. */
  readonly needs?: string
  /** As `needs`, for the current target: not required of a call that names its target. */
  readonly targetNeeds?: string
  /** In the order in which the palette prompts for them. */
  readonly args?: readonly Argument[]
  /** `run` reads the count. Without it, a count selects that many targets. */
  readonly takesCount?: boolean
  /** A change of more targets is confirmed first; 50 by default. */
  readonly confirmAbove?: number
  /** It cannot be undone; the confirmation says so. */
  readonly isPermanent?: boolean
  /** Repeats while the key is pressed. */
  readonly repeats?: boolean
  /** Its keys also apply while a form field has the focus. */
  readonly inFields?: boolean
  /** Not in the palette: it only makes sense as a key (scroll up, next row). */
  readonly keysOnly?: boolean
  /** A context expression: where it does not hold the palette leaves the command out, for there is nothing that it could change. */
  readonly offeredWhen?: string
  /** It only leads to a setting: the palette lists it below commands that match as well. */
  readonly opensSetting?: boolean
  /** It is added to the menu of entries. */
  readonly inEntryMenu?: boolean
  /** It is added to the menu of feeds. */
  readonly inFeedMenu?: boolean
  /** It is added to the menu of the user's account. */
  readonly inAccountMenu?: boolean
  /** It is added to the bar beside selected text, on which it acts. */
  readonly onSelection?: boolean
  /** Name of an icon of `src/ui`. */
  readonly icon?: string
  /** Id of the plugin that registered it. */
  readonly plugin?: string
  /** Only its row is loaded, see {@link CommandRow}: loads the complete command, and others with it. The same function for all of these. */
  readonly load?: () => Promise<readonly Command[]>
  /** Runs within the scope. Returns a CommandResult or a promise of one; any other value means done. */
  readonly run: (call: CommandCall) => unknown
}

/** The part of a command that displays it and resolves its keys before its code is loaded. It survives JSON. */
export type CommandRow = Omit<Command, 'run' | 'load' | 'args' | 'currentTitle' | 'titleFor'> & {
  /** Menus pass what they know of these. */
  readonly args?: readonly Pick<Argument, 'name' | 'title' | 'type' | 'optional'>[]
}

export const rowOf = ({
  run: _run,
  load: _load,
  args,
  currentTitle: _currentTitle,
  titleFor: _titleFor,
  ...row
}: Command): CommandRow => ({
  ...row,
  ...(args && {
    args: args.map(({ name, title, type, optional }) => ({
      name,
      title,
      type,
      ...(optional && { optional }),
    })),
  }),
})

/** The command of a row. The registry loads it before it runs. */
export const unloadedCommand = (row: CommandRow, load: () => Promise<readonly Command[]>): Command => ({
  ...row,
  load,
  run: () => {
    throw new Error(`${row.id} is not loaded`)
  },
})

/** Whether a command can run now, and if not, which conditions are unmet. */
export type Availability =
  | { readonly available: true }
  | { readonly available: false; readonly missing: readonly ContextTerm[] }

/** @param args of the call, as far as they are known */
export function availability(
  command: Pick<Command, 'needs' | 'target' | 'targetNeeds'>,
  values: ContextValues,
  args: CommandArgs = {},
): Availability {
  const { needs, target, targetNeeds } = command
  const namesTarget = target !== undefined && args[target] !== undefined
  const missing = [needs, namesTarget ? undefined : targetNeeds].flatMap((text) =>
    text ? unmetTerms(parseExpression(text), values) : [],
  )
  return missing.length === 0 ? { available: true } : { available: false, missing }
}

export const done = (message?: CommandMessage): CommandResult => ({
  status: 'done',
  ...(message && { message }),
})
export const nothing = (message?: CommandMessage): CommandResult => ({
  status: 'nothing',
  ...(message && { message }),
})

/** A command's returned value as its result: anything but a CommandResult means done. */
export function asResult(returned: unknown): CommandResult {
  const status = (returned as { status?: unknown } | null | undefined)?.status
  return status === 'done' || status === 'nothing' || status === 'failed'
    ? (returned as CommandResult)
    : done()
}
