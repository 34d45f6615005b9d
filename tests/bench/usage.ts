/** What work costs: time on the clock, and time on the processor, which others on the same machine disturb less. */
import { readFileSync } from 'node:fs'

/** Both in ms. */
export type Cost = { readonly cpu: number; readonly wall: number }

/** Work of this process. */
export async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const [cpu, wall] = [process.cpuUsage(), performance.now()]
  await work()
  const { user, system } = process.cpuUsage(cpu)
  return { cpu: (user + system) / 1000, wall: performance.now() - wall }
}

/** CPU time that other processes have had so far, ms in steps of ten; Linux only. */
export const cpuOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [, , , , , , , , , , , user = '0', system = '0'] = line.slice(line.lastIndexOf(')') + 2).split(' ')
    return sum + 10 * (Number(user) + Number(system))
  }, 0)

/** Resident memory of another process, bytes; Linux only. */
export const memoryOf = (pid: number): number =>
  1024 * Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0)

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)
