/** Reads documents: small ones here, one after the other; large ones in the child process, so that none holds up this server. */
import { createSemaphore } from '../../core/semaphore.ts'
import { isSmall } from '../parsing/is-small.ts'
import type { Parsing } from '../parsing/parsing.ts'
import { ParsingError } from '../parsing/parsing-error.ts'
import { readDocument, type Material, type ReadResult } from './read-document.ts'

export type ReadApart = {
  /**
   * To be waited for before `read`. Apart from it, because to the collector a promise that waited long is old, and would
   * keep all that it brings long after nobody wants it.
   * @returns gives the turn to the next document; to be called once this one is read, whatever came of it
   */
  readonly turn: (document: Material) => Promise<() => void>
  /** As `readDocument`; what takes too long or too much memory is a failure in words. */
  readonly read: (document: Material, now: number) => Promise<ReadResult>
}

/** @param options.isLarge for tests */
export function createReadApart({
  parsing,
  isLarge = ({ bytes }: Material): boolean => !isSmall(bytes),
}: {
  readonly parsing: Pick<Parsing, 'parse'>
  readonly isLarge?: (document: Material) => boolean
}): ReadApart {
  const queue = createSemaphore(1)
  const apart = (document: Material, now: number): Promise<ReadResult> =>
    parsing.parse('feed', { document, now }, { background: true }).catch((error: unknown) => {
      if (error instanceof ParsingError) return { ok: false, words: error.message }
      throw error
    })
  return {
    turn: async (document) => (isLarge(document) ? () => undefined : queue.enter()),
    read: (document, now) => (isLarge(document) ? apart(document, now) : readDocument(document, now)),
  }
}
