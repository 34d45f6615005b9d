/** What the server tells by itself while this client is open (contract/live.ts). */
import type { LiveEvent } from '../contract/live.ts'

export type LiveListener = {
  readonly received: (event: LiveEvent) => void
  /** The stream broke; nothing is told any more until it is opened again. */
  readonly lost: () => void
}
/** Opens the stream. @returns closes it */
export type Listen = (listener: LiveListener) => () => void

const types: readonly LiveEvent['type'][] = ['hello', 'entries', 'changed', 'bye']

/** @param headers of the calls: the server does not tell a client of what it did itself */
export const listenOver =
  ({ base, headers }: { base: string; headers: () => Readonly<Record<string, string>> }): Listen =>
  (listener) => {
    const client = encodeURIComponent(headers()['X-Client-Id'] ?? '')
    const source = new EventSource(`${base}/live?client=${client}`)
    for (const type of types)
      source.addEventListener(type, ({ data }: MessageEvent<string>) =>
        listener.received({ ...JSON.parse(data), type }),
      )
    // A browser would try again by itself, but not after every kind of answer: whoever listens decides.
    source.addEventListener('error', () => {
      source.close()
      listener.lost()
    })
    return () => source.close()
  }
