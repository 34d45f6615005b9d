/** Loads what sends reports when it is wanted, and stops it when it no longer is. */

/** Reports that wait until the sender has loaded (spec 9). */
export const MAX_WAITING = 1000

export type Sender<T> = {
  send(report: T): void
  /** Nothing is sent afterwards, not even what waits. */
  stop(): void
}

/** @param failed is called when the sender cannot be loaded; it is tried again when it is wanted next */
export function createReporter<T>(load: () => Promise<Sender<T>>, failed: (error: unknown) => void) {
  let sender: Sender<T> | null = null
  /** Of this start; another one has another. */
  let waiting: T[] | null = null

  async function begin(): Promise<void> {
    const own: T[] = []
    waiting = own
    try {
      const loaded = await load()
      if (waiting !== own) return loaded.stop()
      sender = loaded
      for (const report of own) loaded.send(report)
      own.length = 0
    } catch (error) {
      if (waiting === own) waiting = null
      failed(error)
    }
  }
  return {
    async want(isWanted: boolean): Promise<void> {
      if (isWanted && !waiting) return begin()
      if (isWanted || !waiting) return
      waiting = null
      sender?.stop()
      sender = null
    },
    send(report: T): void {
      if (sender) sender.send(report)
      else if (waiting && waiting.length < MAX_WAITING) waiting.push(report)
    },
  }
}
