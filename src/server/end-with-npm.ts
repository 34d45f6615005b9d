/** Ends a program that npm runs when npm ends. */
import { basename } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import {
  identifyProcess,
  isRunning,
  parentOf,
  readProcFile,
  type ProcessIdentity,
} from './process-identity.ts'

const POLL_MS = 500

/**
 * npm runs a script as `sh -c SCRIPT` and sends SIGTERM and SIGINT to that shell alone. Most shells do not forward
 * them, and nothing is forwarded when npm is killed: the program would run on without a parent. So it watches
 * both, and once one of them has exited it behaves as if it had received SIGTERM.
 * Does nothing in a program that npm did not start itself, so that one under systemd, in a container or started by
 * another program stays. A shell that ends above npm (`npm start &`, then `exit`) is not watched either.
 */
export function endWithNpm(): void {
  if (!isMainThread) return
  const watched = launchers()
  if (watched.length === 0) return
  const timer = setInterval(() => {
    if (watched.every(isRunning)) return
    clearInterval(timer)
    // Emitted, not sent: on Windows a signal to oneself ends the process before its listeners run.
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143)
  }, POLL_MS)
  timer.unref()
}

/** npm and the shell between; empty where npm did not start this program. */
function launchers(): ProcessIdentity[] {
  const script = process.env['npm_lifecycle_script']
  const program = process.argv[1]
  // Programs started by an npm script inherit its environment, but are not named in the script.
  if (!script || !program || !script.includes(basename(program))) return []
  const parent = identifyProcess(process.ppid)
  // Some shells exec the program (bash does), and then the parent is npm.
  const isShell = readProcFile(parent.pid, 'cmdline').includes(script)
  const npm = isShell ? parentOf(parent.pid) : null
  return npm === null ? [parent] : [parent, identifyProcess(npm)]
}
