/** Input of an inspection: a file, an address, or markup. */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import { locationIn } from '../feeds/fetch/headers.ts'
import { isFailure, type Outbound } from '../outbound/index.ts'

export const inputShape = z.object({
  file: z.string().optional(),
  html: z.string().optional(),
  url: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  /** For ssrf: the addresses of the name, instead of DNS. */
  addresses: z.array(z.string()).optional(),
})
export type Input = z.infer<typeof inputShape>

export type Material = {
  readonly bytes: Uint8Array
  readonly contentType: string | null
  /** The base of relative addresses. */
  readonly url: string
  /** The Content-Language header. */
  readonly spoken: string | null
  /** The Link header. */
  readonly links: string | null
  /** Whether the bytes came over the network. */
  readonly fetched: boolean
}

/** Placeholder for the unknown address of a file; not reachable, and removed by {@link asWritten}. */
const UNKNOWN_BASE = 'http://document.invalid/~/'

/** A line of output with relative addresses as the document wrote them. */
export const asWritten = (line: string): string =>
  line.replaceAll(UNKNOWN_BASE, '').replaceAll('http://document.invalid', '')

/** npm runs scripts in the repository; a relative path is resolved from the user's directory. */
async function readInputFile(file: string): Promise<Uint8Array> {
  const from = process.env['INIT_CWD'] ?? process.cwd()
  try {
    return await readFile(resolve(from, file))
  } catch (error) {
    if (from === process.cwd()) throw error
    return readFile(file)
  }
}

/** @throws Error with a message for users when there is no input */
export async function materialOf(outbound: Outbound, input: Input): Promise<Material> {
  const headers = Object.fromEntries(
    Object.entries(input.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const contentType = headers['content-type'] ?? null
  const headerFields = { spoken: headers['content-language'] ?? null, links: headers['link'] ?? null }
  const base = input.url ?? UNKNOWN_BASE
  const url = headers['content-location']
    ? (URL.parse(headers['content-location'], base)?.href ?? base)
    : base
  if (input.html !== undefined)
    return { bytes: new TextEncoder().encode(input.html), contentType, url, ...headerFields, fetched: false }
  if (input.file !== undefined)
    return { bytes: await readInputFile(input.file), contentType, url, ...headerFields, fetched: false }
  if (input.url === undefined) throw new Error('input needs file, html or url')
  const response = await outbound.ask(input.url)
  if (isFailure(response)) throw new Error(response.message)
  if (response.status >= 400) throw new Error(`The site answers HTTP ${response.status}`)
  const type = response.headers['content-type'] ?? null
  const spoken = response.headers['content-language'] ?? null
  const links = response.headers['link'] ?? null
  const from = locationIn(response.headers['content-location'], response.url) ?? response.url
  return { bytes: response.bytes, contentType: type, url: from, spoken, links, fetched: true }
}
