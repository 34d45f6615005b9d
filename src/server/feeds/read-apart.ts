/** Reads large documents in a process of their own, so that none holds up or brings down this server. */
import { createChild } from './apart/child.ts'
import { readDocument, type ReadResult } from './read-document.ts'
import type { Asked, Material } from './read-process.ts'

export type ReadApart = {
  /**
   * To be waited for before `read`. Apart from it, because to the collector a promise that waited long is old, and would
   * keep all that it brings long after nobody wants it.
   * @returns what lets the next one read
   */
  readonly turn: (document: Material) => Promise<() => void>
  /** As `readDocument`; what takes too long or too much memory is a failure in words. */
  readonly read: (document: Material, now: number) => Promise<ReadResult>
  readonly close: () => Promise<void>
}

/** Smaller ones cost less than the way to the process. */
const LARGE = 200_000
const TIME_MS = 20_000
const MEMORY_MB = 512
const IDLE_MS = 20_000
const WORDS = {
  late: 'The feed took too long to read',
  lost: 'The feed is too large to be read',
  broken: 'The feed could not be read',
}

/** @param options for tests */
export function createReadApart({
  large = LARGE,
  time = TIME_MS,
  idle = IDLE_MS,
  memory = MEMORY_MB,
} = {}): ReadApart {
  const module = new URL('./read-process.ts', import.meta.url)
  const { ask, close } = createChild<Asked, ReadResult>(module, { time, memory, idle }, WORDS)
  const apart = (document: Material, now: number): Promise<ReadResult> =>
    ask({ document, now }).catch((error: Error) => ({ ok: false, words: error.message }))
  const turn = createTurns()
  const isLarge = ({ bytes }: Material): boolean => bytes.length >= large
  return {
    turn: async (document) => (isLarge(document) ? () => undefined : turn()),
    read: (document, now) => (isLarge(document) ? apart(document, now) : readDocument(document, now)),
    close,
  }
}

/** One after the other: sixty at once, each with its pauses, would leave everybody else a turn in sixty. */
function createTurns(): () => Promise<() => void> {
  const waiting: (() => void)[] = []
  let isTaken = false
  const leave = (): void => {
    const next = waiting.shift()
    if (next) next()
    else isTaken = false
  }
  return async () => {
    if (isTaken) await new Promise<void>((enter) => waiting.push(enter))
    isTaken = true
    return leave
  }
}
