/** One kind of what a plugin adds to the reader. contributions.ts is the table of all kinds. */
import type { EventCallable } from 'effector'
import type { z } from 'zod'
import type { Command } from '../../../core/index.ts'
import type { Feature } from '../../../features/feature.ts'
import type { PluginCommand } from '../../../plugin-api/client.ts'
import type { Manifest } from '../../../plugin-api/manifest.ts'
import type { Reach } from '../../sandbox/reach.ts'
import type { Trigger } from '../app-scope.ts'

/** Where contributions land: lists of the plugin's feature, and the commands of the registry. */
export type Landings = { readonly commands: readonly Command[] } & {
  [
    Name in keyof Feature as NonNullable<Feature[Name]> extends readonly unknown[] ? Name : never
  ]-?: NonNullable<Feature[Name]>
}

/** The plugin that adds something. */
export type Contributor = {
  readonly manifest: Manifest
  /** What it registered is in place. */
  readonly started: EventCallable<void>
  /** A refusal is shown; any other error stops the plugin. */
  readonly failed: EventCallable<unknown>
  /** An error of a component, which React reports outside of the scope. It stops the plugin. */
  readonly broke: (error: unknown) => void
  readonly trigger: Trigger
  readonly onStop: (undo: () => void) => void
  readonly commandOf: (command: PluginCommand) => Command
  /** How many it has added there. */
  readonly countIn: (landing: keyof Landings) => number
}

/** What lands where, and what the plugin has back. */
type Added = Partial<Landings> & { readonly returns?: unknown }

export type Kind<Input> = BuiltInKind<Input> & {
  /** How a plugin in a sandbox gives it. */
  readonly sandboxed: SandboxedKind
}
/** What the code of the plugin gives for a row of its manifest. */
export type Declaration<Input> = {
  /** Loads the code and runs it. @returns null where it gives nothing, or has ended */
  readonly load: () => Promise<Input | null>
  /**
   * Passes it to a function of the plugin in the scope of the reader: at once where the code runs, else as soon as it does.
   * @returns null where the code gives nothing, or has ended
   */
  readonly use: <Result>(work: (input: Input) => Result) => Result | Promise<Awaited<Result> | null>
  /** Calls it when the code gives it, in the plugin's region. */
  readonly whenLoaded: (use: (input: Input) => void) => void
}

/** What only built-in plugins can add: it cannot be sent. */
export type BuiltInKind<Input> = {
  /** @throws what stops the plugin while it starts */
  readonly add: (input: Input, contributor: Contributor) => Added
  /** What stands for it until the plugin's code runs. Absent: a row of the manifest is all that there is of it. */
  readonly declared?: (row: never, declaration: Declaration<Input>, contributor: Contributor) => Input
}

/** A kind, whatever it is given. */
export type AnyKind = Pick<BuiltInKind<never>, 'add'> & {
  readonly declared?: (row: never, declaration: Declaration<never>, contributor: Contributor) => unknown
}

/** What a plugin in a sandbox sends of a contribution; the host makes of it what a built-in plugin gives. */
export type SandboxedKind = {
  /** Everything but functions and stores: also the rows of its manifest. */
  readonly data: z.ZodType
  /** How many a plugin may have. */
  readonly most: number
  /** By name. Each can be called from when the plugin has started. */
  readonly functions?: Readonly<Record<string, RemoteFunction>>
  /** By name, with the `$`. */
  readonly stores?: Readonly<Record<string, RemoteStore>>
  /** It has handlers in `on`, as a PluginTree. */
  readonly hasHandlers?: true
  /** It returns what opens it, once for each command that the user runs. */
  readonly isOpened?: true
  /** The data as the host takes it. @throws PluginRefusal where the plugin may not add it */
  readonly dataFor?: (data: never, manifest: Manifest) => unknown
}

export type RemoteContext = { readonly manifest: Manifest; readonly reach: Reach }

/** A function that runs in the worker. */
export type RemoteFunction = {
  /** What it returns; anything else is an error. */
  readonly output: z.ZodType
  /** The contribution may have none. */
  readonly isOptional?: true
  /** It has less time than every call. */
  readonly limitMs?: number
  /** Its last argument is `{ signal }`. */
  readonly hasSignal?: true
  /** The user has run it: meanwhile the plugin may open a page or dialog. */
  readonly mayOpen?: true
  /** The arguments as the plugin may see them. */
  readonly argsFor?: (args: never, context: RemoteContext) => readonly unknown[]
  /** What the host makes of what it returns. */
  readonly outputFor?: (output: never, args: never, context: RemoteContext) => unknown
  /** What it returns where the plugin has ended; a refusal when absent. */
  readonly whenEnded?: (args: never) => unknown
}

/** A store that is the worker's. */
export type RemoteStore = {
  /** Other values are ignored. */
  readonly value: z.ZodType
  readonly initial: unknown
  readonly isOptional?: true
  readonly valueFor?: (value: never, context: RemoteContext) => unknown
}
