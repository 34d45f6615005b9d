/** The type of a command. */
import type { Api } from '../api/types.ts'
import { tokenScopeOf, type CallName } from '../contract/paths.ts'
import type { TokenScope } from '../contract/token-scopes.ts'
import { confirmedCalls } from '../contract/confirmation.ts'
import type { Files } from './files.ts'

export type Argument = {
  readonly name: string
  readonly optional?: boolean
  /** The last one may be repeated. */
  readonly many?: boolean
  /** All remaining words are one text. */
  readonly text?: boolean
  readonly choices?: readonly string[]
  readonly file?: boolean
  /** Ids of entries, as the last one: the command is a step of `run`. */
  readonly entries?: boolean
}

export type Option = {
  readonly summary: string
  /** Name of its value in help; absent for a switch. */
  readonly value?: string
  readonly choices?: readonly string[]
  readonly file?: boolean
}

/** Arguments in order, options by name; a switch is `true`. */
export type CommandInput = {
  readonly args: readonly string[]
  readonly options: Readonly<Record<string, string | true | undefined>>
}

/** `json` is printed with --json, `text` without. */
export type Outcome = { readonly json: unknown; readonly text: string }

/** An entry that a query selected. */
export type SelectedEntry = { readonly id: string; readonly isRead: boolean; readonly isStarred: boolean }

export type Command = {
  /** One or two words. */
  readonly name: string
  readonly summary: string
  readonly args?: readonly Argument[]
  readonly options?: Readonly<Record<string, Option>>
  /** The calls that it may send; help names the scopes that they need. `any`: its input names one. */
  readonly calls?: readonly CallName[] | 'any'
  /** For the terminal only, no tool of an assistant (mcp/). */
  readonly terminal?: boolean
  /**
   * As a step of `run`: the entry afterwards, or null where it would not change; absent where it acts on each.
   * @param args those before the entries
   */
  readonly effectOn?: (entry: SelectedEntry, args: readonly string[]) => SelectedEntry | null
  readonly run: (context: CommandContext, input: CommandInput) => Promise<Outcome>
}

/** The scopes that a token needs for a command; none where its input decides. */
export const scopesOf = ({ calls = [] }: Command): TokenScope[] =>
  calls === 'any' ? [] : [...new Set(calls.flatMap((name) => tokenScopeOf(name) ?? []))]

/** Whether it may send a call that needs a confirmation. */
export const mayDelete = ({ calls = [] }: Command): boolean =>
  calls === 'any' || calls.some((name) => confirmedCalls.has(name))

/** The server and the account of requests. */
export type Account = {
  /** Without a slash at its end. */
  readonly address: string
  readonly token: string
}

export type CommandContext = {
  /** Of the account that is signed in. @param headers sent beside the token @throws UsageError where none is */
  readonly api: (headers?: Readonly<Record<string, string>>) => Api
  readonly apiFor: (account: Account) => Api
  readonly environment: Environment
}

/** A command of the reader that needs no screen. */
export type ReaderCommand = {
  /** Such as `subscription:rename`. */
  readonly id: string
  readonly title: string
  readonly args: readonly { readonly name: string; readonly optional: boolean }[]
  /** It acts on the entries of a pipeline, which are not among its arguments. */
  readonly isStep: boolean
  /** The plugin that it belongs to. */
  readonly plugin?: string
}

export type PipelineOptions = {
  /** Only counts, changes nothing. */
  readonly isDry: boolean
  /** Receives how many entries would change, and throws where they may not. */
  readonly confirm: (entries: number) => Promise<void>
}
export type PipelineOutcome = {
  readonly selected: number
  /** How many entries each step changes. */
  readonly steps: readonly { readonly step: string; readonly entries: number }[]
}

/** The commands of the reader's palette: its own, and those that built-in plugins run on the server. */
export type ReaderCommands = {
  /** Those that need no screen. */
  readonly list: () => readonly ReaderCommand[]
  /** Whether the reader has the command, with a screen or without. */
  readonly has: (id: string) => boolean
  /**
   * Runs one of them, and waits until the server has what it changes.
   * @param line its id and its arguments, as the palette reads them
   * @param confirm asks whether to change this many, such as `60 subscriptions`
   * @returns the calls that changed something, or a plugin's message
   * @throws UsageError, RefusedError, and the error of a call that was refused
   */
  readonly run: (api: Api, line: string, confirm: (what: string) => Promise<void>) => Promise<Outcome>
  /** Whether the step of a pipeline begins with the id of a command. */
  readonly isStep: (words: string) => boolean
  /** @throws UsageError, RefusedError, what `confirm` throws, and the error of a call that was refused */
  readonly runPipeline: (api: Api, line: string, options: PipelineOptions) => Promise<PipelineOutcome>
}

/** The environment of a command. */
export type Environment = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly fetch: typeof fetch
  /** The file of the account. */
  readonly accountFile: string
  readonly files: Files
  readonly print: (text: string) => void
  readonly printError: (text: string) => void
  /** All of the standard input. */
  readonly readInput: () => Promise<string>
  /** Opens a page in the browser, if there is one. */
  readonly openBrowser: (address: string) => void
  /** The commands of the reader, loaded when one is named. */
  readonly readerCommands: () => Promise<ReaderCommands>
  /** Asks a yes-or-no question; null where no user can answer. */
  readonly askYes: (question: string) => Promise<boolean | null>
  /** Adds the calls of plugins to the contract; absent where they are in it already. */
  readonly addPluginCalls?: () => Promise<void>
}
