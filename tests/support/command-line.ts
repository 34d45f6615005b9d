/** Command lines that run in the process of the tests. */
import type { Environment } from '../../src/cli/command.ts'
import { noFiles } from '../../src/cli/files.ts'
import { run } from '../../src/cli/run.ts'

export type CommandResult = { readonly code: number; readonly out: string; readonly error: string }

/** @param environment what differs from an empty one without a terminal */
export async function runCommand(
  words: readonly string[],
  environment: Partial<Environment>,
): Promise<CommandResult> {
  let [out, error] = ['', '']
  const code = await run(words, {
    env: {},
    fetch,
    accountFile: '/nonexistent/account.json',
    files: noFiles,
    print: (text) => (out += text),
    printError: (text) => (error += text),
    readInput: async () => '',
    openBrowser: () => {},
    readerCommands: async () => ({ list: () => [], has: () => false, run: async () => [] }),
    askYes: async () => null,
    ...environment,
  })
  return { code, out, error }
}
