/**
 * A counting semaphore with priorities. Every outgoing request passes two of them, one made for its site alone; a general
 * queue library with pauses, events and timeouts would cost as much as a short request itself.
 */
export type Semaphore = {
  /** Runs the work as soon as a permit is free. @param urgency higher runs first, equal ones in the order of arrival */
  readonly take: <T>(urgency: number, work: () => Promise<T>) => Promise<T>
  /** Acquires a permit for an open-ended time. @returns releases it; idempotent */
  readonly enter: () => Promise<() => void>
  /** No permit is in use, so nothing waits. */
  readonly isEmpty: () => boolean
}
type Waiting = { readonly urgency: number; readonly enter: () => void }

/** @param limit number of permits, at least one */
export function createSemaphore(limit: number): Semaphore {
  const queue: Waiting[] = []
  let inUse = 0

  /** Every request enters the queue, so none overtakes one that waits; a release admits the next. */
  const fill = (): void => {
    while (inUse < limit) {
      const next = queue.shift()
      if (!next) return
      inUse += 1
      next.enter()
    }
  }
  const take = async <T>(urgency: number, work: () => Promise<T>): Promise<T> => {
    await new Promise<void>((enter) => {
      const behind = queue.findIndex((other) => other.urgency < urgency)
      queue.splice(behind < 0 ? queue.length : behind, 0, { urgency, enter })
      fill()
    })
    try {
      return await work()
    } finally {
      inUse -= 1
      fill()
    }
  }
  return {
    take,
    enter: () => new Promise((inside) => void take(0, () => new Promise<void>((leave) => inside(leave)))),
    isEmpty: () => inUse === 0,
  }
}
