/**
 * A few places and a line for them. Every request stands in two such lines, one of them made for its site alone: a queue
 * with pauses, events and time limits of its own would cost as much as the rest of a request that is answered shortly.
 */
export type Semaphore = {
  /** Runs the work as soon as a place is free. @param urgency the higher goes first, equals in the order they came */
  readonly take: <T>(urgency: number, work: () => Promise<T>) => Promise<T>
  /** A place for who does not know yet how long. @returns what leaves it again; to leave twice is to leave once */
  readonly enter: () => Promise<() => void>
  /** Nobody has a place, so nobody waits. */
  readonly isEmpty: () => boolean
}
type Waiting = { readonly urgency: number; readonly enter: () => void }

/** @param most how many there are, at least one */
export function createSemaphore(most: number): Semaphore {
  const line: Waiting[] = []
  let taken = 0

  /** Nobody goes past those who wait: who comes stands in the line too, and whoever leaves makes room for the next one. */
  const fill = (): void => {
    while (taken < most) {
      const next = line.shift()
      if (!next) return
      taken += 1
      next.enter()
    }
  }
  const take = async <T>(urgency: number, work: () => Promise<T>): Promise<T> => {
    await new Promise<void>((enter) => {
      const behind = line.findIndex((other) => other.urgency < urgency)
      line.splice(behind < 0 ? line.length : behind, 0, { urgency, enter })
      fill()
    })
    try {
      return await work()
    } finally {
      taken -= 1
      fill()
    }
  }
  return {
    take,
    enter: () => new Promise((inside) => void take(0, () => new Promise<void>((leave) => inside(leave)))),
    isEmpty: () => taken === 0,
  }
}
