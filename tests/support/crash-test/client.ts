/** HTTP client that retries until the server, which may be killed at any moment, responds. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

export type TestResponse = {
  readonly status: number
  /** Code of the wire contract; 0 is success. */
  readonly code: number
  readonly data: unknown
  readonly body: Readonly<Record<string, unknown>>
  /** True when an earlier attempt was interrupted and may have been executed. */
  readonly cut: boolean
}
type RequestOptions = {
  readonly idempotent?: boolean
  readonly headers?: Readonly<Record<string, string>>
}
/** @param body an object becomes JSON @param options.idempotent sends an Idempotency-Key, the same in each attempt */
export type SendRequest = (
  method: string,
  path: string,
  body?: unknown,
  options?: RequestOptions,
) => Promise<TestResponse>

/** `problems`: failures that a killed server does not explain; a test expects none. */
export type Tally = { acknowledged: number; cut: number; readonly problems: string[] }

const ATTEMPTS = 900
const RETRY_DELAY_MS = 100
/** A repeated write may wait for the first one, within this limit. */
const TIMEOUT_MS = 90_000

export function createClient(
  server: { readonly url: string },
  token: string | null,
  tally: Tally,
): SendRequest {
  return async (method, path, body, { idempotent = false, headers: more = {} } = {}) => {
    const headers: Record<string, string> = { ...more }
    if (token !== null) headers['authorization'] = `Bearer ${token}`
    if (idempotent) headers['idempotency-key'] = randomUUID()
    if (body !== undefined && typeof body !== 'string') headers['content-type'] = 'application/json'
    const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    let cut = false
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const response = await attemptOnce(`${server.url}/api${path}`, { method, headers, body: sent })
      if (response === null) tally.cut += cut ? 0 : 1
      cut ||= response === null
      if (response && response.status < 500 && response.status !== 429) {
        tally.acknowledged += 1
        return { ...response, cut }
      }
      if (response && response.status >= 500)
        tally.problems.push(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`)
      await pause(RETRY_DELAY_MS)
    }
    throw new Error(`${method} ${path} got no response`)
  }
}

async function attemptOnce(url: string, init: RequestInit): Promise<Omit<TestResponse, 'cut'> | null> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
    const text = await response.text()
    const body = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : { text }
    return { status: response.status, code: Number(body['code'] ?? 0), data: body['data'], body }
  } catch {
    return null
  }
}

/** Whether a write succeeded. @param fine codes that mean success after an interrupted attempt */
export function done(
  response: TestResponse,
  tally: Tally,
  action: string,
  fine: readonly number[] = [],
): boolean {
  if (response.status < 300 && response.code === 0) return true
  if (response.cut && fine.includes(response.code)) return true
  tally.problems.push(`${action}: ${response.status} ${JSON.stringify(response.body)}`)
  return false
}
