/** Gathers what a request says from path, query and body, and checks it against the contract. */
import type { z } from 'zod'
import type { Call } from '../../contract/calls.ts'
import type { ErrorKey } from '../../contract/errors.ts'
import { FILE_LIMIT, JSON_LIMIT, readBody } from './body.ts'
import { isTooDeep, TOO_DEEP } from './json-depth.ts'
import { Refusal } from './refusal.ts'
import { parseJson, withoutNul } from './strip-nul.ts'

type Said = Record<string, unknown>

/** @param params what stands in the path; it wins over a body that says otherwise @throws Refusal naming the field */
export async function readInput(call: Call, request: Request, params: Said): Promise<unknown> {
  const said = request.method === 'GET' ? fromQuery(request) : await fromBody(call, request)
  const checked = call.input.safeParse({ ...said, ...allTidy(params) })
  if (checked.success) return checked.data
  throw new Refusal('invalidParameter', checked.error.issues.map(inWords).join('; '))
}

/** A key that stands once is a text, one that stands more often a list. */
function fromQuery({ url }: Request): Said {
  const query = new URL(url).searchParams
  const said: Said = {}
  for (const key of query.keys()) {
    const values = query.getAll(key)
    said[key] = values.length > 1 ? values : values[0]
  }
  return allTidy(said)
}

async function fromBody(call: Call, request: Request): Promise<Said> {
  if (call.body === 'file') return fromFile(request, await readBody(request, FILE_LIMIT))
  const bytes = await readBody(request, JSON_LIMIT)
  // Nobody says "application/json" reliably (wire-contract 1.1), so every body is read as JSON.
  return bytes.length === 0 ? fromQuery(request) : fromJson(bytes, call.notAnObject ?? 'invalidParameter')
}

function fromJson(bytes: Uint8Array, notAnObject: ErrorKey): Said {
  let said: unknown
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (isTooDeep(text)) throw new Refusal('invalidParameter', TOO_DEEP)
    said = parseJson(text)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(
      'invalidParameter',
      `The body is not JSON: ${error instanceof Error ? error.message : ''}`,
    )
  }
  if (typeof said === 'object' && said !== null && !Array.isArray(said)) return said as Said
  throw new Refusal(notAnObject, 'The body has to be a JSON object.')
}

async function fromFile(request: Request, bytes: Uint8Array<ArrayBuffer>): Promise<Said> {
  const type = request.headers.get('content-type') ?? ''
  if (!type.toLowerCase().startsWith('multipart/form-data')) return { ...fromQuery(request), file: bytes }
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => {
    throw new Refusal('invalidFile', 'The form could not be read.')
  })
  const said: Said = {}
  for (const [key, value] of form)
    said[key] = typeof value === 'string' ? withoutNul(value) : new Uint8Array(await value.arrayBuffer())
  if (!(said.file instanceof Uint8Array))
    throw new Refusal('invalidFile', 'The form has no file in its field "file".')
  return said
}

const tidy = (value: unknown): unknown => (typeof value === 'string' ? withoutNul(value) : value)
const allTidy = (said: Said): Said =>
  Object.fromEntries(
    Object.entries(said).map(([key, value]) => [key, Array.isArray(value) ? value.map(tidy) : tidy(value)]),
  )

const inWords = ({ path, message }: z.core.$ZodIssue) =>
  path.length > 0 ? `${path.join('.')}: ${message}` : message
