/** Runs one command line. */
import { createApi } from '../api/client.ts'
import { carryOut } from './carry-out.ts'
import type { Account, CommandContext, CommandInput, Environment } from './command.ts'
import { commands } from './commands/index.ts'
import { exitCodes, failureOf, UsageError, type ExitCode } from './failures.ts'
import { commandHelp, groupHelp, programHelp } from './help.ts'
import { findCommand, parseArguments } from './parse-arguments.ts'
import { printable, printableJson, printableLine } from './printable.ts'
import { readAccount } from './store-account.ts'

type Headers = Readonly<Record<string, string>>

/** @param words the arguments of the program @returns its exit code; the output is printed */
export async function run(words: readonly string[], environment: Environment): Promise<ExitCode> {
  try {
    environment.print(await outputOf(words, environment))
    return exitCodes.done
  } catch (error) {
    const { code, message } = failureOf(error)
    const isJson = words.includes('--json')
    environment.printError(isJson ? printableJson({ error: message, code }) : printable(message))
    return code
  }
}

/** @throws the errors that {@link failureOf} knows */
async function outputOf(words: readonly string[], environment: Environment): Promise<string> {
  // Only these name calls of the contract.
  if (words.some((word) => word === 'call' || word === 'completion')) await environment.addPluginCalls?.()
  if (words.length === 0 || words[0] === 'help' || words[0] === '--help') return helpFor(words.slice(1))
  const found = findCommand(commands, words)
  if (!found) {
    const group = groupHelpFor(words)
    if (group !== null && (words.length === 1 || words.includes('--help'))) return group
    const name = words.slice(0, group === null ? 1 : 2).join(' ')
    throw new UsageError(`There is no command "${name}". \`lectern help\` lists them.`)
  }
  const input = parseArguments(found.command, found.rest)
  if (input.options['help']) return commandHelp(found.command)
  const { json, text } = await carryOut(
    found.command,
    input,
    (headers) => contextOf(environment, headers),
    async (confirmation) => ((await isConfirmed(words, input, environment)) ? confirmation : null),
  )
  return input.options['json'] ? printableJson(json) : printable(text)
}

function helpFor(words: readonly string[]): string {
  const found = findCommand(commands, words)
  return found ? commandHelp(found.command) : (groupHelpFor(words) ?? programHelp(commands))
}

/** Of the commands whose names begin with the first word; null where there are none. */
function groupHelpFor([word = '']: readonly string[]): string | null {
  const group = commands.filter(({ name }) => name.startsWith(`${word} `))
  return group.length > 0 ? groupHelp(word, group) : null
}

/** @throws UsageError where no user can answer */
async function isConfirmed(
  words: readonly string[],
  { options }: CommandInput,
  { askYes }: Environment,
): Promise<boolean> {
  if (options['yes']) return true
  const isYes = await askYes(`${printableLine(words.join(' '))}: this deletes something. Go on?`)
  if (isYes === null) throw new UsageError('This deletes something. Confirm it with --yes.')
  return isYes
}

function contextOf(environment: Environment, headers: Headers): CommandContext {
  const apiFor = ({ address, token }: Account, more: Headers = {}) =>
    createApi({
      base: `${address}/api`,
      fetch: environment.fetch,
      headers: () => ({ authorization: `Bearer ${token}`, ...headers, ...more }),
    })
  const api = (more?: Headers) => {
    const account = readAccount(environment)
    if (!account) throw new UsageError('Nobody is signed in: run `lectern login ADDRESS`.')
    return apiFor(account, more)
  }
  return { api, apiFor, environment }
}
