/** Running the steps of a tool: one child process each, by argument list, never through a shell. */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'

const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

export const root = join(import.meta.dirname, '../..')

/** The path of a package's command. */
export const bin = (name: string): string => join(root, 'node_modules/.bin', name)

/** How a step ended and what it printed. */
export type StepResult = { readonly code: number; readonly output: string; readonly milliseconds: number }

/**
 * Runs a command in the project's folder, showing what it prints.
 * @param environment added to this process's own
 */
export function run(
  command: string,
  parameters: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<StepResult> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ['inherit', 'pipe', 'pipe'],
    })
    const received: string[] = []
    const show = (to: NodeJS.WriteStream) => (chunk: Buffer) => {
      received.push(chunk.toString())
      to.write(chunk)
    }
    child.stdout.on('data', show(process.stdout))
    child.stderr.on('data', show(process.stderr))
    child.on('error', reject)
    // Whoever stops this program means its steps as well.
    let stoppedBy: NodeJS.Signals | null = null
    const passOn = (signal: NodeJS.Signals) => {
      stoppedBy = signal
      child.kill(signal)
    }
    for (const signal of stopSignals) process.on(signal, passOn)
    child.on('close', (code) => {
      for (const signal of stopSignals) process.off(signal, passOn)
      // As shells do: 128 and the signal's number.
      if (stoppedBy) process.exit(128 + constants.signals[stoppedBy])
      resolve({ code: code ?? 1, output: received.join(''), milliseconds: performance.now() - began })
    })
  })
}
