/** Reads the arguments of a command, as the table describes them. */
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { mayDelete, type Argument, type Command, type CommandInput, type Option } from './command.ts'
import { UsageError } from './failures.ts'

/** Options of every command. */
const sharedOptions: Readonly<Record<string, Option>> = {
  json: { summary: 'Print the answer as JSON.' },
  help: { summary: 'Say how the command is used.' },
}

const yes: Option = { summary: 'Delete without a question.' }

/** All options of a command by name. */
export const optionsOf = (command: Command): Readonly<Record<string, Option>> => ({
  ...command.options,
  ...(mayDelete(command) && { yes }),
  ...sharedOptions,
})

/** The command that the first words name, and the words after them; null where they name none. */
export function findCommand(
  commands: readonly Command[],
  words: readonly string[],
): { readonly command: Command; readonly rest: readonly string[] } | null {
  for (const length of [2, 1]) {
    const command = commands.find(({ name }) => name === words.slice(0, length).join(' '))
    if (command) return { command, rest: words.slice(length) }
  }
  return null
}

/** @throws UsageError */
export function parseArguments(command: Command, words: readonly string[]): CommandInput {
  const { name, args = [] } = command
  const known = optionsOf(command)
  const parsed = parseOptions(
    words,
    Object.fromEntries(
      Object.entries(known).map(([key, { value }]) => [
        key,
        { type: value === undefined ? ('boolean' as const) : ('string' as const) },
      ]),
    ),
  )
  const entries = Object.entries(parsed.values) as [string, string | true][]
  for (const [key, value] of entries) requireChoice(`--${key}`, known[key]?.choices, value)
  if (parsed.values['help']) return { args: [], options: { help: true } }
  const values = joined(args, parsed.positionals)
  requireCount(name, args, values)
  for (const [at, value] of values.entries()) requireChoice(args[at]?.name ?? '', args[at]?.choices, value)
  return { args: values, options: Object.fromEntries(entries) }
}

/** The words of a text are one value. */
function joined(args: readonly Argument[], words: readonly string[]): string[] {
  const at = args.findIndex(({ text }) => text)
  return at < 0 || words.length <= at ? [...words] : [...words.slice(0, at), words.slice(at).join(' ')]
}

function parseOptions(words: readonly string[], options: ParseArgsOptionsConfig) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function requireCount(name: string, args: readonly Argument[], values: readonly string[]): void {
  const missing = args.find((one, at) => !one.optional && values[at] === undefined)
  if (missing) throw new UsageError(`${name} needs ${missing.name}.`)
  if (values.length > args.length && !args.at(-1)?.many)
    throw new UsageError(`${name} does not know what "${values[args.length]}" is.`)
}

function requireChoice(name: string, choices: readonly string[] | undefined, value: string | true): void {
  if (choices && value !== true && !choices.includes(value))
    throw new UsageError(`${name} is one of: ${choices.join(', ')}.`)
}
