/**
 * A few places and a line for them. Every request stands in two such lines, one of them made for its site alone: a queue
 * with pauses, events and time limits of its own would cost as much as the rest of a request that is answered shortly.
 */
export type Places = {
  /** Runs the work as soon as a place is free. @param urgency the higher goes first, equals in the order they came */
  readonly take: <T>(urgency: number, work: () => Promise<T>) => Promise<T>
  /** Nobody has a place, so nobody waits. */
  readonly isEmpty: () => boolean
}
type Waiting = { readonly urgency: number; readonly enter: () => void }

/** @param most places, at least one */
export function createPlaces(most: number): Places {
  const line: Waiting[] = []
  let taken = 0

  const entered = (urgency: number): Promise<void> =>
    new Promise((enter) => {
      const behind = line.findIndex((other) => other.urgency < urgency)
      line.splice(behind < 0 ? line.length : behind, 0, { urgency, enter })
    })
  /** Who leaves gives the place to the next one. */
  const leave = (): void => {
    const next = line.shift()
    if (next) next.enter()
    else taken -= 1
  }
  return {
    async take(urgency, work) {
      if (taken >= most) await entered(urgency)
      else taken += 1
      try {
        return await work()
      } finally {
        leave()
      }
    },
    isEmpty: () => taken === 0,
  }
}
