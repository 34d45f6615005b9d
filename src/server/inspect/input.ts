/** What is to be inspected: a file, an address, or markup given as it is. */
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
  /** For ssrf: what the name of the address resolves to, instead of asking. */
  addresses: z.array(z.string()).optional(),
})
export type Input = z.infer<typeof inputShape>

export type Material = {
  readonly bytes: Uint8Array
  readonly contentType: string | null
  /** What relative addresses are relative to. */
  readonly url: string
  /** The Content-Language header. */
  readonly spoken: string | null
  /** The Link header. */
  readonly links: string | null
  /** Whether the bytes came over the network. */
  readonly fetched: boolean
}

/** Stands for the unknown address of a file; can never be reached, and is taken out again by {@link asWritten}. */
const NOWHERE = 'http://document.invalid/~/'

/** A line of output in which addresses that stayed relative stand as the document wrote them. */
export const asWritten = (line: string): string =>
  line.replaceAll(NOWHERE, '').replaceAll('http://document.invalid', '')

/** npm starts scripts in the repository, but a relative path is meant from where the person stands. */
async function readWritten(file: string): Promise<Uint8Array> {
  const from = process.env['INIT_CWD'] ?? process.cwd()
  try {
    return await readFile(resolve(from, file))
  } catch (error) {
    if (from === process.cwd()) throw error
    return readFile(file)
  }
}

/** @throws with words when there is nothing to be had */
export async function materialOf(outbound: Outbound, input: Input): Promise<Material> {
  const headers = Object.fromEntries(
    Object.entries(input.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const contentType = headers['content-type'] ?? null
  const said = { spoken: headers['content-language'] ?? null, links: headers['link'] ?? null }
  const base = input.url ?? NOWHERE
  const url = headers['content-location']
    ? (URL.parse(headers['content-location'], base)?.href ?? base)
    : base
  if (input.html !== undefined)
    return { bytes: new TextEncoder().encode(input.html), contentType, url, ...said, fetched: false }
  if (input.file !== undefined)
    return { bytes: await readWritten(input.file), contentType, url, ...said, fetched: false }
  if (input.url === undefined) throw new Error('input needs file, html or url')
  const answer = await outbound.ask(input.url)
  if (isFailure(answer)) throw new Error(answer.words)
  if (answer.status >= 400) throw new Error(`The site answers HTTP ${answer.status}`)
  const type = answer.headers['content-type'] ?? null
  const spoken = answer.headers['content-language'] ?? null
  const links = answer.headers['link'] ?? null
  const from = locationIn(answer.headers['content-location'], answer.url) ?? answer.url
  return { bytes: answer.bytes, contentType: type, url: from, spoken, links, fetched: true }
}
