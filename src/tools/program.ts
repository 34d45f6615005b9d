/** How a tool that works on a library begins and ends: settings from the environment, one line, words when it fails. */
import { readConfig, type Config } from '../server/config.ts'

/** @param work with the settings and the arguments; what it returns is printed, what it throws is printed as words */
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
