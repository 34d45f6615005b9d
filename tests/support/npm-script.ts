/** One of the project's npm scripts as its users run it: npm, its shell, the program and its child processes. */
import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const ROOT = join(import.meta.dirname, '../..')

export type NpmScript = {
  readonly npm: ChildProcess
  /** The output of all its processes so far, without colours. */
  readonly output: () => string
  /** Sends a signal only to npm, as `kill PID` does. */
  readonly signalNpm: (signal: NodeJS.Signals) => void
  /** Sends a signal to the whole process group, as Ctrl+C or a closed terminal does. */
  readonly signalGroup: (signal: NodeJS.Signals) => void
  /** The processes of the group that run, with their command lines; zombies do not count. */
  readonly running: () => string[]
  /** Closes the reading end of its output, as a closed terminal does. */
  readonly closeOutput: () => void
}

/** @param folder of the package.json @param env on top of the test's own */
export function startNpmScript(
  name: string,
  env: Readonly<Record<string, string>> = {},
  folder = ROOT,
): NpmScript {
  // Detached: a process group of its own, which can be signalled without the tests.
  const npm = spawn('npm', ['run', name], {
    cwd: folder,
    env: { ...process.env, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const group = npm.pid
  if (group === undefined) throw new Error('npm could not be started.')
  const chunks: string[] = []
  for (const stream of [npm.stdout, npm.stderr])
    stream.on('data', (chunk: Buffer) => chunks.push(String(chunk)))
  return {
    npm,
    output: () => stripVTControlCharacters(chunks.join('')),
    signalNpm: (signal) => void npm.kill(signal),
    signalGroup: (signal) => void process.kill(-group, signal),
    running: () => runningIn(group),
    closeOutput() {
      npm.stdout.destroy()
      npm.stderr.destroy()
    },
  }
}

/** From /proc: the browser tests run on Linux. */
function runningIn(group: number): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        const [state, , pgrp] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        if (Number(pgrp) !== group || state === 'Z' || state === 'X') return []
        return [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()]
      } catch {
        // It has ended meanwhile.
        return []
      }
    })
}
