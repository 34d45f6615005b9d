/** One open stream of events: filled by whoever has news, emptied by whoever reads. */
import type { LiveEvent } from '../../contract/live.ts'

export type Stream = AsyncIterable<string> & {
  readonly tell: (event: LiveEvent) => void
  /** A line that says nothing, so that proxies do not think that nobody is there. */
  readonly beat: () => void
  /** What is waiting is still read. */
  readonly end: () => void
}

/** A reader that takes nothing for so long comes back and looks for himself. */
const LONGEST_QUEUE = 500

/** @param ended called once, when the reader has gone or the stream was ended */
export function createStream(ended: () => void): Stream {
  const waiting: string[] = []
  let over = false
  let wake: (() => void) | null = null
  const add = (text: string) => {
    if (over) return
    waiting.push(text)
    if (waiting.length > LONGEST_QUEUE) end()
    wake?.()
  }
  const end = () => {
    if (over) return
    over = true
    ended()
    wake?.()
  }
  return {
    tell: ({ type, ...data }) => add(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`),
    beat: () => add(': \n\n'),
    end,
    // Not a generator: one that waits cannot be told that its reader has gone.
    [Symbol.asyncIterator]: () => ({
      async next() {
        // oxlint-disable-next-line no-unmodified-loop-condition -- ended from outside, while this waits
        while (waiting.length === 0 && !over)
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        const value = waiting.shift()
        return value === undefined ? { done: true, value: undefined } : { done: false, value }
      },
      async return() {
        waiting.length = 0
        end()
        return { done: true, value: undefined }
      },
    }),
  }
}
