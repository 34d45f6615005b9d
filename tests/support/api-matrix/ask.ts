/** Sends an input as clients do: fields of the path in the path, others in the query, the body or the form. */
import { calls, type Call } from '../../../src/contract/calls.ts'
import { paths, type CallName } from '../../../src/contract/paths.ts'
import type { TestServer } from '../server.ts'

type Fields = Readonly<Record<string, unknown>>
export type Asks = TestServer['ask']

export function send(
  ask: Asks,
  name: CallName,
  input: Fields,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const [method, path] = paths[name]
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined))
  const place = path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = encodeURIComponent(String(rest.get(key) ?? ''))
    rest.delete(key)
    return value
  })
  if (method === 'GET') return ask(`${place}?${queryOf(rest).toString()}`, { method, headers })
  const call: Call = calls[name]
  return ask(place, { method, headers, body: call.body === 'file' ? formOf(rest) : Object.fromEntries(rest) })
}

/** Sends a body as it is. */
export function sendRaw(
  ask: Asks,
  name: CallName,
  body: string | Uint8Array,
  type: string,
): Promise<Response> {
  const [method, path] = paths[name]
  const place = path.replace(/\{\w+\}/g, 'general')
  return ask(place, { method, headers: { 'content-type': type }, body })
}

function queryOf(fields: ReadonlyMap<string, unknown>): URLSearchParams {
  const query = new URLSearchParams()
  for (const [key, value] of fields) for (const one of [value].flat()) query.append(key, String(one))
  return query
}

function formOf(fields: ReadonlyMap<string, unknown>): FormData {
  const form = new FormData()
  for (const [key, value] of fields)
    if (value instanceof Uint8Array) form.append(key, new Blob([new Uint8Array(value)]), 'file')
    else form.append(key, String(value))
  return form
}
