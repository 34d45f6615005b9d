/** Runs a tool on a database: settings from the environment, one line of output, a message when it fails. */
import { readConfig, type Config } from '../server/config.ts'

/** @param work with the settings and the arguments; its result is printed, and its error as a message */
export async function program(
  work: (config: Config, input: readonly string[]) => Promise<string>,
): Promise<void> {
  try {
    process.stdout.write(`${await work(readConfig(process.env), process.argv.slice(2))}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
