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

/**
 * CPU time that other processes take from now on, ms in steps of ten; one that ends meanwhile is left out. Linux only.
 * @returns what they have taken since
 */
export function cpuFrom(pids: readonly number[]): () => number {
  const before = pids.map((pid) => [pid, cpuOf(pid)] as const)
  return () => before.reduce((sum, [pid, then]) => sum + Math.max(0, (cpuOf(pid) ?? 0) - (then ?? 0)), 0)
}

function cpuOf(pid: number): number | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [, , , , , , , , , , , user = '0', system = '0'] = line.slice(line.lastIndexOf(')') + 2).split(' ')
    return 10 * (Number(user) + Number(system))
  } catch {
    return null
  }
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** When a page had rows; all in ms since it was requested. */
export type Seen = {
  /** The first script may keep the page from saying that they were drawn. */
  readonly inPage: number
  /** After the next frame, as the page says. */
  readonly drawn: number
}

/** @param firstPaint of any contents, as the browser noted it: rows that were in the page by then were painted with it */
export const paintedAt = ({ inPage, drawn }: Seen, firstPaint: number): number =>
  firstPaint >= inPage ? Math.min(firstPaint, drawn) : drawn
