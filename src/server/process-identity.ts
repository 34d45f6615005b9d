/** Identifies a process across reuse of its PID. */
import { readFileSync } from 'node:fs'

export type ProcessIdentity = {
  readonly pid: number
  /** Its start time, in clock ticks since boot; '' where the system has no /proc. */
  readonly started: string
}

/** `/proc/PID/stat` from its third field on (proc_pid_stat(5)); empty where the process or /proc is missing. */
function statFields(pid: number): readonly string[] {
  const stat = readProcFile(pid, 'stat')
  // The second field is the program's name in brackets, which may contain spaces and brackets.
  return stat === '' ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** A file of /proc about a process; '' where there is none. */
export function readProcFile(pid: number, name: 'stat' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

export function identifyProcess(pid: number): ProcessIdentity {
  return { pid, started: statFields(pid)[19] ?? '' }
}

/** @returns the parent of this process; null where the system does not report it */
export function parentOf(pid: number): number | null {
  const parent = Number(statFields(pid)[1])
  return Number.isSafeInteger(parent) && parent > 0 ? parent : null
}

/**
 * Whether that process is running. A killed one that is a zombie until its parent reads its exit code holds no
 * resources and does not count. Without /proc the PID alone decides.
 */
export function isRunning({ pid, started }: ProcessIdentity): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs, but belongs to another user.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  const fields = statFields(pid)
  const state = fields[0] ?? ''
  return (fields[19] ?? '') === started && state !== 'Z' && state !== 'X'
}
