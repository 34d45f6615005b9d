/** Undoes Content-Encoding, with a limit on what comes out. */
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { failure, FailureError, type Failure } from './failure.ts'

/** What we can undo; sent as Accept-Encoding. */
export const ACCEPTED = 'gzip, br, zstd, deflate'
/**
 * Bytes on the wire up to which an answer is unpacked in one go, which costs less. A longer one is unpacked as it comes,
 * so that a bomb is left while most of it is still on its way.
 */
const AT_ONCE = 65_536

type Packing = {
  readonly whole: (bytes: Buffer, limit: { maxOutputLength: number; chunkSize: number }) => Promise<Buffer>
  readonly stream: () => Transform
}
const GZIP: Packing = { whole: promisify(zlib.gunzip), stream: () => zlib.createGunzip() }
const ZLIB: Packing = { whole: promisify(zlib.inflate), stream: () => zlib.createInflate() }
const BARE: Packing = { whole: promisify(zlib.inflateRaw), stream: () => zlib.createInflateRaw() }
const BROTLI: Packing = {
  whole: promisify(zlib.brotliDecompress),
  stream: () => zlib.createBrotliDecompress(),
}
const ZSTD: Packing = { whole: promisify(zlib.zstdDecompress), stream: () => zlib.createZstdDecompress() }

/**
 * @param encodings the Content-Encoding header; several are undone from the last to the first
 * @param max bytes that may come out
 * @throws FailureError for what cannot be unpacked or is too large, and whatever reading the body throws
 */
export async function inflated(body: AsyncIterable<Buffer>, encodings: string, max: number): Promise<Buffer> {
  const names = namesIn(encodings)
  const rest = body[Symbol.asyncIterator]()
  const { bytes, ended } = await start(rest)
  if (ended) return wholly(bytes, names, max)
  const packings = names.map((name, at) => packingOf(name, at === 0 ? bytes : null))
  return flowing(
    bytes,
    rest,
    packings.filter((packing) => packing !== null),
    max,
  )
}

const namesIn = (encodings: string): string[] =>
  encodings
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
    .toReversed()
    // Packing twice is a mistake of servers; more often is an attack.
    .slice(0, 2)

async function start(chunks: AsyncIterator<Buffer>): Promise<{ bytes: Buffer; ended: boolean }> {
  const list: Buffer[] = []
  for (let size = 0; size <= AT_ONCE;) {
    const next = await chunks.next()
    if (next.done) return { bytes: Buffer.concat(list), ended: true }
    list.push(next.value)
    size += next.value.length
  }
  return { bytes: Buffer.concat(list), ended: false }
}

async function wholly(bytes: Buffer, names: readonly string[], max: number): Promise<Buffer> {
  let at = bytes
  for (const name of names) {
    const packing = packingOf(name, at)
    const limit = { maxOutputLength: max, chunkSize: roomFor(at) }
    if (packing) at = await packing.whole(at, limit).catch((error) => broken(error, max))
  }
  if (at.length > max) throw new FailureError(tooLarge(max))
  return at
}

/** Texts grow about fourfold; what needs more room takes another way to the thread that unpacks, and is joined. */
const roomFor = ({ length }: Buffer): number => Math.max(16_384, 5 * length)

async function flowing(
  bytes: Buffer,
  rest: AsyncIterator<Buffer>,
  packings: readonly Packing[],
  max: number,
): Promise<Buffer> {
  const out: Buffer[] = []
  let size = 0
  let cut: unknown = null
  const next = () =>
    rest.next().catch((error: unknown) => {
      cut = error
      throw error
    })
  const chunks = async function* () {
    yield bytes
    try {
      for (let chunk = await next(); !chunk.done; chunk = await next()) yield chunk.value
    } finally {
      await rest.return?.()
    }
  }
  const keep = async (unpacked: AsyncIterable<Buffer>) => {
    for await (const chunk of unpacked) {
      size += chunk.length
      if (size > max) throw new FailureError(tooLarge(max))
      out.push(chunk)
    }
  }
  try {
    const [first, second] = packings.map(({ stream }) => stream())
    if (!first) await keep(chunks())
    else if (!second) await pipeline(Readable.from(chunks()), first, keep)
    else await pipeline(Readable.from(chunks()), first, second, keep)
  } catch (error) {
    if (cut !== null) throw cut
    broken(error as NodeJS.ErrnoException, max)
  }
  return Buffer.concat(out)
}

/** @param bytes the beginning, where it is known @returns null for what is not packed at all */
function packingOf(name: string, bytes: Buffer | null): Packing | null {
  switch (name) {
    case 'gzip':
    case 'x-gzip':
      // Some servers name gzip and send the document as it is: its first two bytes tell.
      return bytes === null || (bytes[0] === 0x1f && bytes[1] === 0x8b) ? GZIP : null
    case 'deflate':
      // The standard means zlib's wrapper; some servers send the bare stream.
      return bytes === null || ((bytes[0] ?? 0) & 0x0f) === 8 ? ZLIB : BARE
    case 'br':
      return BROTLI
    case 'zstd':
      return ZSTD
    default:
      throw new FailureError(failure('encoding', `The answer is packed as ${name}, which nobody asked for`))
  }
}

function broken(error: NodeJS.ErrnoException, max: number): never {
  if (error instanceof FailureError) throw error
  if (error.code === 'ERR_BUFFER_TOO_LARGE') throw new FailureError(tooLarge(max))
  throw new FailureError(failure('encoding', `The answer cannot be unpacked (${error.message})`))
}

export const tooLarge = (max: number): Failure =>
  failure('size', `The answer is larger than ${Math.round(max / 1_000_000)} MB`)
