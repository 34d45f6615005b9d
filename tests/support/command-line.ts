/** Command lines that run in the process of the tests. */
import type { Environment, ReaderCommands } from '../../src/cli/command.ts'
import { noFiles } from '../../src/cli/files.ts'
import { run } from '../../src/cli/run.ts'

export type CommandResult = { readonly code: number; readonly out: string; readonly error: string }

/** They load slowly: only tests that need them pass them. */
const noReaderCommands: ReaderCommands = {
  list: () => [],
  has: () => false,
  run: async () => ({ json: null, text: '' }),
  isStep: () => false,
  runPipeline: async () => ({ query: '', selected: 0, steps: [] }),
}

/** @param environment changes to an empty one without a terminal */
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
    readerCommands: async () => noReaderCommands,
    askYes: async () => null,
    ...environment,
  })
  return { code, out, error }
}
