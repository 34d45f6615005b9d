/** Sends requests to a server over open connections, and records the latency of each. */
import { Agent, request as ask } from 'node:http'
import { cpuFrom, quantile } from '../usage.ts'
import type { Request } from './cases.ts'

export type Loaded = {
  readonly requests: number
  /** ms of CPU of the server's processes for one request */
  readonly cpu: number
  readonly perSecond: number
  /** ms */
  readonly p50: number
  readonly p99: number
  readonly bytes: number
}

/** @param headers of every request @throws when an answer is not 200 */
export async function load(
  origin: string,
  requests: readonly Request[],
  input: {
    readonly headers: Record<string, string>
    readonly connections: number
    readonly ms: number
    readonly pids: () => readonly number[]
  },
): Promise<Loaded> {
  const agent = new Agent({ keepAlive: true, maxSockets: input.connections })
  const times: number[] = []
  let [bytes, next] = [0, 0]
  const one = ({ method, path, body }: Request): Promise<number> =>
    new Promise((resolve, reject) => {
      const text = body ? JSON.stringify(body) : undefined
      const type: Record<string, string> = text
        ? { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }
        : {}
      const headers = { ...input.headers, ...type }
      const sent = ask(new URL(path, origin), { agent, method, headers }, (answer) => {
        let size = 0
        answer.on('data', (chunk: Buffer) => (size += chunk.length))
        answer.on('end', () =>
          answer.statusCode === 200 ? resolve(size) : reject(new Error(`${path}: ${answer.statusCode}`)),
        )
      })
      sent.on('error', reject)
      sent.end(text)
    })
  const [taken, began] = [cpuFrom(input.pids()), performance.now()]
  const work = async (): Promise<void> => {
    while (performance.now() - began < input.ms) {
      const request = requests[next++ % requests.length]
      if (!request) return
      const start = performance.now()
      bytes += await one(request)
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: input.connections }, work))
  const wall = performance.now() - began
  agent.destroy()
  return {
    requests: times.length,
    cpu: taken() / times.length,
    perSecond: (1000 * times.length) / wall,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    bytes: bytes / times.length,
  }
}
