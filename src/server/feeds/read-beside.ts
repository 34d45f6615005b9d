/**
 * Reads the documents that are not large: here, one after the other, or all in a thread beside while a crowd of them comes,
 * so that a second processor reads while this one fetches and stores. Either, not both: each would have to compile all
 * that reads, and that costs as much as reading hundreds.
 */
import { createPlaces } from '../../core/places.ts'
import { createThread } from './apart/thread.ts'
import { compileForCrowd } from './compiling.ts'
import { readDocument, type ReadResult } from './read-document.ts'
import type { Asked, Material } from './read-process.ts'

/** A document's place among those in hand: to be left by both, whatever comes of it. */
export type Place = { readonly isRead: () => void; readonly isStored: () => void }
export type ReadBeside = {
  readonly turn: () => Promise<Place>
  readonly read: (document: Material, now: number) => Promise<ReadResult>
  readonly close: () => Promise<void>
}

/** A thread costs as much as reading fifty documents: it is for those who bring in hundreds, most of which are new. */
export const CROWD = { waiting: 32, inHand: 128 }
/**
 * Read by the thread, or read and not stored yet. The thread is to have something to do also while this one stores; what is
 * read long before it can be stored is only moved about by the collector, which costs as much as the thread's beginning.
 */
const AT_ONCE = 20
/** MB; a larger one makes no difference to the time, and the thread keeps all of it. */
const YOUNG_MB = 24
/** ms after which a thread that died may be followed by another. */
const REST_MS = 60_000

/**
 * @param options.module the thread's
 * @param options.inHand how many feeds are being refreshed
 * @param options.late what is said of a document that took longer than `time`
 */
export function createReadBeside(options: {
  readonly module: URL
  readonly time: number
  readonly idle: number
  readonly late: string
  readonly inHand: () => number
  readonly crowd: { readonly waiting: number; readonly inHand: number }
}): ReadBeside {
  const { module, late, inHand, crowd } = options
  const thread = createThread<Asked, ReadResult>(module, {
    ...options,
    young: YOUNG_MB,
    ended: () => compileForCrowd(false),
  })
  const line = createPlaces(() => (thread.isRunning() ? AT_ONCE : 1))
  const again = createPlaces(() => 1)
  let notBefore = 0

  const isCrowd = (): boolean => line.waiting() >= crowd.waiting && inHand() >= crowd.inHand
  const rest = () => void (notBefore = performance.now() + REST_MS)
  const start = (): void => {
    try {
      thread.start()
      compileForCrowd(true)
      line.opened()
    } catch {
      rest()
    }
  }
  return {
    async turn() {
      const entered = line.enter()
      if (!thread.isRunning() && isCrowd() && performance.now() >= notBefore) start()
      const leave = await entered
      // Here, the next one is read while this one waits for others to be stored with.
      return { isRead: () => void (thread.isRunning() || leave()), isStored: leave }
    },
    async read(document, now) {
      if (!thread.isRunning()) return readDocument(document, now)
      const { contentType, url, links, spoken, location } = document
      // Copied, then given away: it is read here if the thread dies.
      const bytes = new Uint8Array(document.bytes)
      const material = { bytes, contentType, url, links, spoken, location }
      const outcome = await thread.ask({ document: material, now }, [bytes.buffer])
      if ('answer' in outcome) return outcome.answer
      rest()
      return outcome.failed === 'late'
        ? { ok: false, words: late }
        : again.take(0, () => readDocument(document, now))
    },
    close: thread.close,
  }
}
