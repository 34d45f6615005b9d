/** The program `lectern`. */
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import { Writable } from 'node:stream'
import type { Environment } from './command.ts'
import { createFiles } from './files.ts'
import { run } from './run.ts'

const { env } = process

function configFolder(): string {
  if (env['XDG_CONFIG_HOME']) return env['XDG_CONFIG_HOME']
  return process.platform === 'win32' && env['APPDATA'] ? env['APPDATA'] : join(homedir(), '.config')
}

async function askSecret(question: string): Promise<string | null> {
  if (!process.stdin.isTTY) return null
  process.stderr.write(question)
  // What is typed is not echoed.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true })
  const answer = await lines.question('')
  lines.close()
  process.stderr.write('\n')
  return answer
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
  askSecret,
  askYes,
}

// A reader that closes early (`| head`) is no error.
process.stdout.on('error', () => process.exit())
process.exitCode = await run(process.argv.slice(2), environment)
