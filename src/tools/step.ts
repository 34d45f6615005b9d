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

export type StepOptions = {
  /** Added to this process's own. */
  readonly environment?: Readonly<Record<string, string>>
  /** Whether its output is shown immediately; default: true. */
  readonly show?: boolean
}

/** Runs a command in the project's folder. */
export function run(
  command: string,
  parameters: readonly string[],
  { environment = {}, show = true }: StepOptions = {},
): Promise<StepResult> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ['inherit', 'pipe', 'pipe'],
    })
    const received: string[] = []
    const receive = (to: NodeJS.WriteStream) => (chunk: Buffer) => {
      received.push(chunk.toString())
      if (show) to.write(chunk)
    }
    child.stdout.on('data', receive(process.stdout))
    child.stderr.on('data', receive(process.stderr))
    child.on('error', reject)
    // Stopping this program stops its steps as well.
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

/** A step that runs in parallel with others, and so must not print itself. */
export type NamedStep = { readonly name: string; readonly run: () => Promise<StepResult> }

/**
 * Runs steps in parallel. The output of a step is shown in one piece when it ends, so that lines do not mix.
 * @returns the duration, the output, and 0 or the code of a step that failed
 */
export async function runSideBySide(steps: readonly NamedStep[]): Promise<StepResult> {
  const began = performance.now()
  const results = await Promise.all(
    steps.map(async ({ name, run: runStep }) => {
      const result = await runStep()
      const seconds = (result.milliseconds / 1000).toFixed(1)
      const output = `${name}: ${result.code === 0 ? 'passed' : 'failed'} in ${seconds} s\n${result.output.trim()}`
      process.stdout.write(`${output.trim()}\n`)
      return { ...result, output }
    }),
  )
  return {
    code: results.find(({ code }) => code !== 0)?.code ?? 0,
    output: results.map(({ output }) => output).join('\n'),
    milliseconds: performance.now() - began,
  }
}
