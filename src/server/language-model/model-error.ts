/** Converts model errors to messages for users; the full error is logged. */
import { Refusal } from '../http/refusal.ts'
import type { Log } from '../log.ts'

const STATUS: Readonly<Record<number, string>> = {
  401: 'The model did not accept the key of this server (AI_API_KEY).',
  402: 'The model account of this server has no credit left.',
  403: 'The model did not accept the key of this server (AI_API_KEY).',
  404: 'The address or the name of the model is wrong (AI_BASE_URL, AI_MODEL).',
  413: 'This is too long for the model.',
  429: 'The model receives too many requests. Try again later.',
}
const FLAWED = 'The response of the model could not be read.'

type Input = { readonly log: Log; readonly signal: AbortSignal }

/** @param seconds the time limit @returns a refusal; a Refusal is returned unchanged */
export function refusalOf(error: unknown, seconds: number, { log, signal }: Input): Refusal {
  if (error instanceof Refusal) return error
  if (signal.aborted) return new Refusal('aiFailed', 'The request was cancelled.')
  const causes = chain(error)
  log.warn('The language model failed', { cause: causes.map(({ name, message }) => `${name}: ${message}`) })
  return new Refusal('aiFailed', messageOf(causes, seconds))
}

type Cause = Error & { readonly statusCode?: unknown; readonly code?: unknown }

function messageOf(causes: readonly Cause[], seconds: number): string {
  if (causes.some(({ name }) => name === 'TimeoutError' || name === 'AbortError'))
    return `The model did not answer within ${seconds} seconds.`
  const status = causes.map(({ statusCode }) => statusCode).find((code) => typeof code === 'number')
  if (typeof status === 'number') {
    if (STATUS[status]) return STATUS[status]
    if (status >= 500) return 'The model has a fault of its own at the moment. Try again in a while.'
    return status >= 400 ? `The model refused the request (${status}).` : FLAWED
  }
  if (causes.some(({ code }) => typeof code === 'string' && /^(E[A-Z_]+|UND_)/.test(code)))
    return 'The model cannot be reached (AI_BASE_URL).'
  if (causes.some(({ name }) => /JSON|Parse|Validation|InvalidResponse/.test(name))) return FLAWED
  return causes.some(({ name }) => name === 'TypeError')
    ? 'The model cannot be reached (AI_BASE_URL).'
    : FLAWED
}

/** An error with all its causes; of several attempts the last. */
function chain(error: unknown): Cause[] {
  const list: Cause[] = []
  let at: unknown = error
  while (at instanceof Error && list.length < 8) {
    list.push(at)
    at = 'lastError' in at ? at.lastError : at.cause
  }
  return list
}
