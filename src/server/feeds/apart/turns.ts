/** A line in front of a few places. */
export type Turns = {
  /** @returns what leaves the place again, once there is one; to leave twice is to leave once */
  readonly enter: () => Promise<() => void>
  /** How many wait. */
  readonly waiting: () => number
  /** To be called when there are more places than before. */
  readonly opened: () => void
}

/** @param places how many there are, asked whenever somebody comes or leaves */
export function createTurns(places: () => number): Turns {
  const line: (() => void)[] = []
  let taken = 0
  const opened = (): void => {
    while (taken < places()) {
      const enter = line.shift()
      if (!enter) return
      taken += 1
      enter()
    }
  }
  return {
    async enter() {
      const entered = new Promise<void>((enter) => line.push(enter))
      opened()
      await entered
      let isInside = true
      return () => {
        if (!isInside) return
        isInside = false
        taken -= 1
        opened()
      }
    },
    waiting: () => line.length,
    opened,
  }
}
