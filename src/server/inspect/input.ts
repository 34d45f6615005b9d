/** What is to be inspected: a file, an address, or markup given as it is. */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
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
  /** Whether the bytes came over the network. */
  readonly fetched: boolean
}

/** Stands for the unknown address of a file; can never be reached. */
const NOWHERE = 'http://document.invalid/'

/** @throws with words when there is nothing to be had */
export async function materialOf(outbound: Outbound, input: Input): Promise<Material> {
  const headers = Object.fromEntries(
    Object.entries(input.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const contentType = headers['content-type'] ?? null
  const base = input.url ?? NOWHERE
  const url = headers['content-location']
    ? (URL.parse(headers['content-location'], base)?.href ?? base)
    : base
  if (input.html !== undefined)
    return { bytes: new TextEncoder().encode(input.html), contentType, url, fetched: false }
  if (input.file !== undefined) return { bytes: await readFile(input.file), contentType, url, fetched: false }
  if (input.url === undefined) throw new Error('input needs file, html or url')
  const answer = await outbound.ask(input.url)
  if (isFailure(answer)) throw new Error(answer.words)
  if (answer.status >= 400) throw new Error(`The site answers HTTP ${answer.status}`)
  const type = answer.headers['content-type'] ?? null
  return { bytes: answer.bytes, contentType: type, url: answer.url, fetched: true }
}
