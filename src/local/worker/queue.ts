/** Runs calls one at a time, in the order in which they arrived. */
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

/** Lets pending messages be received. Not a timer: those are throttled in hidden tabs. */
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
