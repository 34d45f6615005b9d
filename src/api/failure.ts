import { errorKeyOf } from '../contract/errors.ts'
import type { ApiError } from './types.ts'

/** Reads a refusal out of an answer, whatever its content type says (wire-contract 1.4). */
export async function readFailure(answer: Response): Promise<ApiError> {
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
  }
}

const confirmationIn = (data: unknown): { confirmation?: string } =>
  typeof data === 'object' && data !== null && 'confirmation' in data
    ? { confirmation: String(data.confirmation) }
    : {}

function parse(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
