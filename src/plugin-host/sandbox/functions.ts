/** The functions that host and worker call of each other, by birpc. Both sides import this, so that it has no schemas. */
import type { PluginText } from '../../plugin-api/manifest.ts'

/** Time within which every call is settled. Functions of contributions can have less. */
export const CALL_LIMIT_MS = 600_000

/** Names of handlers among the functions of a contribution. */
export const HANDLER_PREFIX = 'on:'

/** Which contribution: the kind, and its place among those of the kind. */
export type ContributionPlace = { readonly kind: string; readonly index: number }

/** A contribution without its functions and stores, which are named. */
export type Registration = {
  readonly data: unknown
  readonly functions: readonly string[]
  readonly stores: readonly string[]
  /** Of its `on`. */
  readonly handlers: readonly string[]
}
/** By kind. */
export type Registrations = Readonly<Record<string, readonly Registration[]>>

export type Invocation = ContributionPlace & {
  readonly name: string
  readonly args: readonly unknown[]
  /** The function has an AbortSignal, which `cancel` aborts. */
  readonly cancelId?: number
}

/** What the worker's host object is made of. */
export type Setup = {
  /** First values of the stores that the host fills. */
  readonly stores: Readonly<Record<string, unknown>>
  /** Kinds of contributions. */
  readonly kinds: readonly string[]
  /** Functions of the host, by their paths: `storage.read`. */
  readonly calls: readonly string[]
}

/** A refusal in words, or an error with the lines of the script on its stack, the innermost first. */
export type Failure = {
  readonly text?: PluginText | undefined
  readonly message?: string | undefined
  readonly lines?: readonly number[] | undefined
}

/** Of the worker. The host trusts nothing that they return. */
export type WorkerFunctions = {
  ping(): void
  /** Starts the plugin. */
  start(setup: Setup): Registrations
  /** What it registered is in place: from now on it is heard what its stores have. */
  started(): void
  store(name: string, value: unknown): void
  invoke(invocation: Invocation): unknown
  cancel(cancelId: number): void
}

/** Of the host. */
export type HostFunctions = {
  /** Calls a function of the host. */
  call(name: string, args: readonly unknown[]): unknown
  /** A store of a contribution has another value. */
  show(place: ContributionPlace, store: string, value: unknown): void
  /** A page or dialog opens. */
  open(place: ContributionPlace): void
  /** A refusal or an error outside of a call. */
  failed(failure: Failure): void
}
