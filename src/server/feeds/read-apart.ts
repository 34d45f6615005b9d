/** Reads documents: large ones in the child process, so that none holds up or brings down this server. */
import { isSmall } from '../parsing/is-small.ts'
import type { Parsing } from '../parsing/parsing.ts'
import { ParsingError } from '../parsing/parsing-error.ts'
import { createReadBeside, CROWD, type Place } from './read-beside.ts'
import type { ReadResult } from './read-document.ts'
import type { Material } from './read-process.ts'

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

const TIME_MS = 20_000
const IDLE_MS = 20_000
const LATE = 'The feed took too long to read'

const NOWHERE: Place = { isRead: () => undefined, isStored: () => undefined }

/** @param options.inHand how many feeds are being refreshed; those from `time` on are for tests */
export function createReadApart({
  parsing,
  inHand = (): number => 0,
  time = TIME_MS,
  idle = IDLE_MS,
  crowd = CROWD,
  module = new URL('./read-process.ts', import.meta.url),
  isLarge = ({ bytes }: Material): boolean => !isSmall(bytes),
}: {
  readonly parsing: Pick<Parsing, 'parse'>
  readonly inHand?: () => number
  readonly time?: number
  readonly idle?: number
  readonly crowd?: typeof CROWD
  readonly module?: URL
  readonly isLarge?: (document: Material) => boolean
}): ReadApart {
  const beside = createReadBeside({ module, time, idle, late: LATE, inHand, crowd })
  const apart = (document: Material, now: number): Promise<ReadResult> =>
    parsing.parse('feed', { document, now }, { background: true }).catch((error: unknown) => {
      if (error instanceof ParsingError) return { ok: false, words: error.message }
      throw error
    })
  return {
    turn: async (document) => (isLarge(document) ? NOWHERE : beside.turn()),
    read: (document, now) => (isLarge(document) ? apart(document, now) : beside.read(document, now)),
    close: beside.close,
  }
}
