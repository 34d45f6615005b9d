/** The program `lectern`. */
import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import type { Environment } from './command.ts'
import { createFiles } from './files.ts'
import { run } from './run.ts'

const { env } = process

function configFolder(): string {
  if (env['XDG_CONFIG_HOME']) return env['XDG_CONFIG_HOME']
  return process.platform === 'win32' && env['APPDATA'] ? env['APPDATA'] : join(homedir(), '.config')
}

/** The program of each system that opens an address. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

function openBrowser(address: string): void {
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open']
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true })
  // The address was printed, too.
  child.on('error', () => {})
  child.unref()
}

async function askYes(question: string): Promise<boolean | null> {
  if (!process.stdin.isTTY) return null
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await lines.question(`${question} [y/N] `)
  lines.close()
  return /^y(es)?$/i.test(answer.trim())
}

const environment: Environment = {
  env,
  fetch,
  accountFile: join(configFolder(), 'lectern', 'account.json'),
  // npm starts its scripts in the folder of the package.
  files: createFiles((env['npm_lifecycle_event'] === 'lectern' && env['INIT_CWD']) || process.cwd()),
  print: (output) =>
    void process.stdout.write(output.endsWith('\n') || output === '' ? output : `${output}\n`),
  printError: (output) => void process.stderr.write(`${output}\n`),
  readInput: () => text(process.stdin),
  openBrowser,
  readerCommands: async () => (await import('./registry/reader-commands.ts')).readerCommands,
  askYes,
  addPluginCalls: async () => (await import('./registry/plugin-commands.ts')).addPluginCalls(),
}

// A pipe that closes early (`| head`) is no error.
process.stdout.on('error', () => process.exit())
process.exitCode = await run(process.argv.slice(2), environment)
