/** Sends the calls of the contract over ky. The client does not retry (spec 7): the caller decides that. */
import ky from 'ky'
import { errorKeyOf, type PluginReason } from '../contract/errors.ts'
import type { ApiSetup, Fields, Sender, ApiError } from './types.ts'

/** Importing OPML and reading a slow feed's preview may take the server a while. */
const TIMEOUT_MS = 60_000

export function createSender({ base, fetch, headers, onOutcome }: ApiSetup): Sender {
  const client = ky.create({
    retry: 0,
    timeout: TIMEOUT_MS,
    throwHttpErrors: false,
    credentials: 'include',
    fetch: (input, init) => fetch(input as Request, init),
  })
  return async ({ method, path, input, options, as = 'json', body: kind }) => {
    const { filled, rest } = fillPath(path, input)
    const lost = (error: unknown): never => {
      if (options?.signal?.aborted) throw error
      onOutcome?.({ reached: false, status: null })
      // Errors of the api are records, so that they can be compared and stored.
      throw { kind: 'unreachable' }
    }
    const sent = await client(absolute(base) + filled, {
      method,
      headers: {
        ...headers(),
        ...(options?.idempotencyKey && { 'Idempotency-Key': options.idempotencyKey }),
        ...(options?.captcha && { 'x-token': options.captcha }),
      },
      signal: options?.signal,
      ...((options?.onEvent || kind === 'stream') && { timeout: false as const }),
      ...(method === 'GET'
        ? { searchParams: query(rest) }
        : kind === 'stream'
          ? streamOf(rest)
          : kind === 'file'
            ? { body: form(rest) }
            : { json: rest }),
    }).catch(lost)
    const serverTime = Date.parse(sent.headers.get('date') ?? '')
    const reached = (code?: number) =>
      onOutcome?.({
        reached: true,
        status: sent.status,
        code,
        ...(Number.isFinite(serverTime) && { serverTime }),
      })
    if (!sent.ok) {
      const failure = await readFailure(sent)
      reached(failure.kind === 'refused' ? failure.code : undefined)
      throw failure
    }
    if (options?.onEvent) {
      const { readEvents } = await import('./read-events.ts')
      await readEvents(sent, options.onEvent).catch(lost)
      return reached()
    }
    // A response that broke off, or that something on the way wrote (a hotel's login page), counts as none: taken for a
    // refusal it would cost the change that was sent, which is sent again under its key instead.
    const body = await sent
      .text()
      .then(as === 'text' ? String : readJson)
      .catch(lost)
    reached()
    return body
  }
}

/** A request needs an address with a host; pages give theirs, tests name one in `base`. */
function absolute(base: string): string {
  const { location } = globalThis as { readonly location?: { readonly href: string } }
  return /^https?:/.test(base) ? base : new URL(base, location?.href).href.replace(/\/$/, '')
}

/** Puts `{id}` of a path in from the input, which then no longer travels in query or body. */
function fillPath(path: string, input: Fields): { filled: string; rest: Fields } {
  const rest = { ...input }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  return { filled, rest }
}

/** Undefined values are left out, arrays are repeated keys (wire-contract 1.1). */
function query(input: Fields): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(input))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) params.append(name, String(one))
  return params
}

/** The file alone, so that it is sent without being held in memory. */
const streamOf = ({ file, ...rest }: Fields) => ({ body: file as Blob, searchParams: query(rest) })

function form(input: Fields): FormData {
  const body = new FormData()
  for (const [name, value] of Object.entries(input)) {
    if (value instanceof Uint8Array)
      body.append(name, new Blob([new Uint8Array(value)]), 'subscriptions.opml')
    else if (value !== undefined) body.append(name, String(value))
  }
  return body
}

const readJson = (text: string): unknown => (text === '' ? undefined : JSON.parse(text))

/** Reads a refusal out of an answer, whatever its content type says (wire-contract 1.4). */
async function readFailure(answer: Response): Promise<ApiError> {
  const body = parse(await answer.text().catch(() => ''))
  const message = typeof body.message === 'string' ? body.message : null
  if (typeof body.code !== 'number') return { kind: 'failed', status: answer.status, message }
  return {
    kind: 'refused',
    key: errorKeyOf(body.code) ?? null,
    code: body.code,
    message: message ?? '',
    reason: typeof body.reason === 'string' ? body.reason : null,
    status: answer.status,
    ...confirmationIn(body.data),
    ...wordsIn(body.data),
  }
}

const confirmationIn = (data: unknown): { confirmation?: string } =>
  typeof data === 'object' && data !== null && 'confirmation' in data
    ? { confirmation: String(data.confirmation) }
    : {}

const wordsIn = (data: unknown): { words?: PluginReason } =>
  typeof data === 'object' && data !== null && 'words' in data ? { words: data as PluginReason } : {}

function parse(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
