/** Parses documents: small feeds in this process, one at a time; large ones and pages in the child process, so that none blocks the server. */
import PQueue from 'p-queue'
import { isSmall } from '../parsing/is-small.ts'
import type { Parsing } from '../parsing/parsing.ts'
import { ParsingError } from '../parsing/parsing-error.ts'
import { readDocument, type Material, type ReadResult } from './read-document.ts'

export type IsolatedReader = {
  /**
   * Await before `read`. Separate from it, because a long-pending promise is promoted to the old generation and would
   * keep the document alive.
   * @returns releases the slot; call it after `read`, whether it succeeded or not
   */
  readonly turn: (document: Material) => Promise<() => void>
  /** As `readDocument`; exceeding the bounds on time or memory is a failure with a message. */
  readonly read: (document: Material, now: number) => Promise<ReadResult>
}

/** @param options.isLarge for tests */
export function createIsolatedReader({
  parsing,
  isLarge = ({ bytes, page }: Material): boolean => page !== undefined || !isSmall(bytes),
}: {
  readonly parsing: Pick<Parsing, 'inTurnOf'>
  readonly isLarge?: (document: Material) => boolean
}): IsolatedReader {
  // Read all at once, a first crawl of 500 feeds holds 45 MB more at its peak.
  const queue = new PQueue({ concurrency: 1 })
  const acquireSlot = (): Promise<() => void> =>
    new Promise((acquired) => void queue.add(() => new Promise<void>((release) => acquired(release))))
  const readInChildProcess = (document: Material, now: number): Promise<ReadResult> =>
    parsing
      .inTurnOf(URL.parse(document.url)?.hostname ?? '')
      .parse('feed', { document, now }, { background: true })
      .catch((error: unknown) => {
        if (error instanceof ParsingError) return { ok: false, message: error.message }
        throw error
      })
  return {
    turn: async (document) => (isLarge(document) ? () => undefined : acquireSlot()),
    read: (document, now) =>
      isLarge(document) ? readInChildProcess(document, now) : readDocument(document, now),
  }
}
