/** Collects the input of a request from path, query and body, and validates it against the contract. */
import type { z } from 'zod'
import type { Call } from '../../contract/calls.ts'
import type { ErrorKey } from '../../contract/errors.ts'
import { FILE_LIMIT, JSON_LIMIT, readBody } from './body.ts'
import { isTooDeep, TOO_DEEP } from './json-depth.ts'
import { Refusal } from './refusal.ts'
import { parseJson, withoutNul } from './strip-nul.ts'

type Input = Record<string, unknown>

/** @param params path parameters; they override the body @throws Refusal naming the field */
export async function readInput(call: Call, request: Request, params: Input): Promise<unknown> {
  const input = request.method === 'GET' ? fromQuery(request) : await fromBody(call, request)
  const checked = call.input.safeParse({ ...input, ...allTidy(params) })
  if (checked.success) return checked.data
  throw new Refusal('invalidParameter', checked.error.issues.map(issueText).join('; '))
}

/** A key that occurs once is a text, one that occurs more often a list. */
function fromQuery({ url }: Request): Input {
  const query = new URL(url).searchParams
  const input: Input = {}
  for (const key of query.keys()) {
    const values = query.getAll(key)
    input[key] = values.length > 1 ? values : values[0]
  }
  return allTidy(input)
}

async function fromBody(call: Call, request: Request): Promise<Input> {
  if (call.body === 'stream') return { ...fromQuery(request), file: request.body ?? new Blob([]).stream() }
  if (call.body === 'file') return fromFile(request, await readBody(request, FILE_LIMIT))
  const bytes = await readBody(request, JSON_LIMIT)
  // Clients do not send "application/json" reliably (wire-contract 1.1), so every body is read as JSON.
  return bytes.length === 0 ? fromQuery(request) : fromJson(bytes, call.notAnObject ?? 'invalidParameter')
}

function fromJson(bytes: Uint8Array, notAnObject: ErrorKey): Input {
  let input: unknown
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (isTooDeep(text)) throw new Refusal('invalidParameter', TOO_DEEP)
    input = parseJson(text)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(
      'invalidParameter',
      `The body is not JSON: ${error instanceof Error ? error.message : ''}`,
    )
  }
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input as Input
  throw new Refusal(notAnObject, 'The body has to be a JSON object.')
}

async function fromFile(request: Request, bytes: Uint8Array<ArrayBuffer>): Promise<Input> {
  const type = request.headers.get('content-type') ?? ''
  if (!type.toLowerCase().startsWith('multipart/form-data')) return { ...fromQuery(request), file: bytes }
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => {
    throw new Refusal('invalidFile', 'The form could not be read.')
  })
  const input: Input = {}
  for (const [key, value] of form)
    input[key] = typeof value === 'string' ? withoutNul(value) : new Uint8Array(await value.arrayBuffer())
  if (!(input.file instanceof Uint8Array))
    throw new Refusal('invalidFile', 'The form has no file in its field "file".')
  return input
}

const tidy = (value: unknown): unknown => (typeof value === 'string' ? withoutNul(value) : value)
const allTidy = (input: Input): Input =>
  Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, Array.isArray(value) ? value.map(tidy) : tidy(value)]),
  )

const issueText = ({ path, message }: z.core.$ZodIssue) =>
  path.length > 0 ? `${path.join('.')}: ${message}` : message
