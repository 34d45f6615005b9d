/** One thing at a time: calls run in the order in which they came. */
export type Queue = {
  readonly add: <T>(work: () => Promise<T>) => Promise<T>
  /** True while nothing runs or waits. */
  readonly idle: () => boolean
}

export function createQueue(): Queue {
  let tail: Promise<unknown> = Promise.resolve()
  let pending = 0
  return {
    add: (work) => {
      pending++
      const done = tail.then(work).finally(() => pending--)
      tail = done.catch(() => undefined)
      return done
    },
    idle: () => pending === 0,
  }
}

/** Lets messages in that have arrived meanwhile. Not a timer: those are slowed down in tabs that nobody looks at. */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })
