/** Reads documents: large ones in a process of their own, so that none holds up or brings down this server. */
import { createChild } from './apart/child.ts'
import { createReadBeside, CROWD, type Place } from './read-beside.ts'
import type { ReadResult } from './read-document.ts'
import type { Asked, Material } from './read-process.ts'

export type ReadApart = {
  /**
   * To be waited for before `read`. Apart from it, because to the collector a promise that waited long is old, and would
   * keep all that it brings long after nobody wants it.
   */
  readonly turn: (document: Material) => Promise<Place>
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

const NOWHERE: Place = { isRead: () => undefined, isStored: () => undefined }

/** @param options.inHand how many feeds are being refreshed; the others are for tests */
export function createReadApart({
  large = LARGE,
  time = TIME_MS,
  idle = IDLE_MS,
  memory = MEMORY_MB,
  inHand = (): number => 0,
  crowd = CROWD,
  module = new URL('./read-process.ts', import.meta.url),
} = {}): ReadApart {
  const { ask, close } = createChild<Asked, ReadResult>(module, { time, memory, idle }, WORDS)
  const beside = createReadBeside({ module, time, idle, late: WORDS.late, inHand, crowd })
  const apart = (document: Material, now: number): Promise<ReadResult> =>
    ask({ document, now }).catch((error: Error) => ({ ok: false, words: error.message }))
  const isLarge = ({ bytes }: Material): boolean => bytes.length >= large
  return {
    turn: async (document) => (isLarge(document) ? NOWHERE : beside.turn()),
    read: (document, now) => (isLarge(document) ? apart(document, now) : beside.read(document, now)),
    close: async () => void (await Promise.all([close(), beside.close()])),
  }
}
