/**
 * One open event stream: a queue between the broadcasts and the HTTP response. A broadcast does not wait for its readers, so
 * the queue has a limit; that of hono's streamSSE() has none.
 */
import type { LiveEvent } from '../../contract/live.ts'

export type Stream = AsyncIterable<string> & {
  readonly tell: (event: LiveEvent) => void
  /** A comment line, so that proxies do not close an idle connection. */
  readonly beat: () => void
  /** Queued events are still sent. */
  readonly end: () => void
}

/** A client that reads nothing for this time has to reconnect and reload. */
const LONGEST_QUEUE = 500

/** @param ended called once, when the client has disconnected or the stream was ended */
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
    // Not a generator: a waiting one cannot be notified of a disconnect.
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
