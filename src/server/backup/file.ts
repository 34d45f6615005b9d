/** The format of a backup: gzip, one JSON value per line. The last line proves that it is complete. */
import { createReadStream, createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import type { Row } from './digest.ts'
import { splitLines } from './split-lines.ts'

const digest = z.object({ rows: z.number(), sum: z.string() })
const header = z.object({
  lectern: z.literal('backup'),
  form: z.literal(1),
  at: z.iso.datetime(),
  /** Migration tables with the applied steps, of the server and of each plugin. */
  steps: z.record(z.string(), z.array(z.string())),
})
export type Header = z.output<typeof header>

const value = z.union([z.string(), z.number(), z.null(), z.object({ bytes: z.string() })])
const line = z.union([
  z.array(value),
  z.object({ table: z.string(), columns: z.array(z.string()) }),
  z.object({ end: z.string(), digest }),
  /** A file of the data folder. */
  z.object({ file: z.string(), base64: z.string() }),
  z.object({ over: z.literal(true) }),
])
export type Line = z.output<typeof line>

export type Writer = { readonly write: (value: unknown) => Promise<void>; readonly end: () => Promise<void> }

/** Readable by the owner only: a backup contains everything. */
export function createWriter(path: string): Writer {
  const gzip = createGzip()
  const written = pipeline(gzip, createWriteStream(path, { mode: 0o600, flush: true }))
  // Also handled at the end; until then a full disk must not crash the process.
  written.catch(() => undefined)
  return {
    async write(one) {
      if (!gzip.write(`${JSON.stringify(one)}\n`)) await Promise.race([once(gzip, 'drain'), written])
    },
    async end() {
      gzip.end()
      await written
    },
  }
}

/** @throws when the file is no backup, broken, or truncated */
export async function* readLines(path: string): AsyncGenerator<{ header: Header } | Line> {
  const gunzip = createGunzip()
  const failed = pipeline(createReadStream(path), gunzip).then(
    () => null,
    (error: unknown) => error,
  )
  let first = true
  let over = false
  try {
    for await (const text of splitLines(gunzip)) {
      const message: unknown = JSON.parse(text)
      const one = first ? { header: header.parse(message) } : line.parse(message)
      first = false
      over = 'over' in one
      yield one
    }
    const error = await failed
    if (error) throw error
    if (!over) throw new Error('its end is missing')
  } catch (cause) {
    throw new Error(`${path} is not a whole backup: ${messageOf(cause)}`, { cause })
  } finally {
    gunzip.destroy()
  }
}

const messageOf = (cause: unknown): string =>
  cause instanceof z.ZodError
    ? 'it holds what no backup holds'
    : cause instanceof SyntaxError
      ? 'one of its lines is cut off'
      : cause instanceof Error
        ? cause.message
        : String(cause)

export const asRow = (columns: readonly string[], values: Extract<Line, readonly unknown[]>): Row =>
  Object.fromEntries(columns.map((name, at) => [name, values[at] ?? null]))
