/** Runs one command line. */
import { createApi } from '../api/client.ts'
import type { Account, CommandContext, Environment } from './command.ts'
import { commands } from './commands/index.ts'
import { exitCodes, failureOf, UsageError, type ExitCode } from './failures.ts'
import { commandHelp, programHelp } from './help.ts'
import { findCommand, parseArguments } from './parse-arguments.ts'
import { printable, printableJson } from './printable.ts'
import { readAccount } from './store-account.ts'

/** @param words the arguments of the program @returns its exit code; everything else was printed */
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

/** @throws what {@link failureOf} knows */
async function outputOf(words: readonly string[], environment: Environment): Promise<string> {
  if (words.length === 0 || words[0] === 'help' || words[0] === '--help') return helpFor(words.slice(1))
  const found = findCommand(commands, words)
  if (!found) throw new UsageError(`There is no command "${words[0]}". \`lectern help\` lists them.`)
  const input = parseArguments(found.command, found.rest)
  if (input.options['help']) return commandHelp(found.command)
  const { json, text } = await found.command.run(contextOf(environment), input)
  return input.options['json'] ? printableJson(json) : printable(text)
}

function helpFor(words: readonly string[]): string {
  const found = findCommand(commands, words)
  return found ? commandHelp(found.command) : programHelp(commands)
}

function contextOf(environment: Environment): CommandContext {
  const apiFor = ({ address, token }: Account) =>
    createApi({
      base: `${address}/api`,
      fetch: environment.fetch,
      headers: () => ({ authorization: `Bearer ${token}` }),
    })
  const api = () => {
    const account = readAccount(environment)
    if (!account) throw new UsageError('Nobody is signed in: run `lectern login ADDRESS`.')
    return apiFor(account)
  }
  return { api, apiFor, environment }
}
