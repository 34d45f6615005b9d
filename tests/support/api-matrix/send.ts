/** Sends an input like a client: path fields in the path, others in the query, the body or the form. */
import { calls, type Call } from '../../../src/contract/calls.ts'
import { paths, type CallName } from '../../../src/contract/paths.ts'
import type { TestServer } from '../server.ts'

type Fields = Readonly<Record<string, unknown>>
export type SendRequest = TestServer['request']

export function send(
  request: SendRequest,
  name: CallName,
  input: Fields,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const [method, path] = paths[name]
  const remaining = new Map(Object.entries(input).filter(([, value]) => value !== undefined))
  const url = path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = encodeURIComponent(String(remaining.get(key) ?? ''))
    remaining.delete(key)
    return value
  })
  if (method === 'GET') return request(`${url}?${queryOf(remaining).toString()}`, { method, headers })
  const call: Call = calls[name]
  if (call.body === 'stream') {
    const { file, ...rest } = Object.fromEntries(remaining)
    return request(`${url}?${queryOf(new Map(Object.entries(rest))).toString()}`, {
      method,
      headers,
      body: file instanceof Uint8Array ? file : new Uint8Array(),
    })
  }
  return request(url, {
    method,
    headers,
    body: call.body === 'file' ? formOf(remaining) : Object.fromEntries(remaining),
  })
}

/** Sends a raw body. */
export function sendRaw(
  request: SendRequest,
  name: CallName,
  body: string | Uint8Array,
  type: string,
): Promise<Response> {
  const [method, path] = paths[name]
  const url = path.replace(/\{\w+\}/g, 'general')
  return request(url, { method, headers: { 'content-type': type }, body })
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
