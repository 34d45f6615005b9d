/** Asks a server that may be dead at any moment, until it has answered. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

export type Heard = {
  readonly status: number
  /** The code of the contract; 0 is yes. */
  readonly code: number
  readonly data: unknown
  readonly body: Readonly<Record<string, unknown>>
  /** True when an attempt before this answer was broken off, and may have been done. */
  readonly cut: boolean
}
export type How = { readonly keyed?: boolean; readonly headers?: Readonly<Record<string, string>> }
/** @param body an object becomes JSON @param how.keyed sends an Idempotency-Key, the same in each attempt */
export type Ask = (method: string, path: string, body?: unknown, how?: How) => Promise<Heard>

/** What went wrong that a dead server does not explain; a test expects none. */
export type Tally = { acknowledged: number; cut: number; readonly troubles: string[] }

const ATTEMPTS = 900
const AGAIN_MS = 100
/** A server may let a repeated write wait for the first one, but not for ever. */
const LONGEST_MS = 90_000

export function asking(server: { readonly url: string }, token: string | null, tally: Tally): Ask {
  return async (method, path, body, { keyed = false, headers: more = {} } = {}) => {
    const headers: Record<string, string> = { ...more }
    if (token !== null) headers['authorization'] = `Bearer ${token}`
    if (keyed) headers['idempotency-key'] = randomUUID()
    if (body !== undefined && typeof body !== 'string') headers['content-type'] = 'application/json'
    const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    let cut = false
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const answer = await once(`${server.url}/api${path}`, { method, headers, body: sent })
      if (answer === null) tally.cut += cut ? 0 : 1
      cut ||= answer === null
      if (answer && answer.status < 500 && answer.status !== 429) {
        tally.acknowledged += 1
        return { ...answer, cut }
      }
      if (answer && answer.status >= 500)
        tally.troubles.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      await pause(AGAIN_MS)
    }
    throw new Error(`${method} ${path} was never answered`)
  }
}

async function once(url: string, init: RequestInit): Promise<Omit<Heard, 'cut'> | null> {
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(LONGEST_MS) })
    const text = await answer.text()
    const body = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : { text }
    return { status: answer.status, code: Number(body['code'] ?? 0), data: body['data'], body }
  } catch {
    return null
  }
}

/** Holds an answer to be a yes. @param fine codes that also mean that it is done, say when an attempt was cut */
export function done(heard: Heard, tally: Tally, deed: string, fine: readonly number[] = []): boolean {
  if (heard.status < 300 && heard.code === 0) return true
  if (heard.cut && fine.includes(heard.code)) return true
  tally.troubles.push(`${deed}: ${heard.status} ${JSON.stringify(heard.body)}`)
  return false
}
