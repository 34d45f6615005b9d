/** Decodes Content-Encoding, with a limit on the decompressed size. */
import { Readable, type Transform } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { endsAsDocument } from './ends-as-document.ts'
import { failure, FailureError, type Failure } from './failure.ts'

/** Supported encodings; sent as Accept-Encoding. */
export const ACCEPTED = 'gzip, br, zstd, deflate'
/**
 * Compressed bytes up to which a response is decompressed in one call, which costs less. A longer one is decompressed as a
 * stream, so that a decompression bomb is aborted early.
 */
const SYNC_LIMIT = 65_536

type Decompressor = {
  readonly buffer: (bytes: Buffer, limit: { maxOutputLength: number; chunkSize: number }) => Promise<Buffer>
  readonly stream: (options?: { finishFlush: number }) => Transform
  /** Returns all output at the end of its input, even if that is incomplete. */
  readonly flush: number
}
const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_flush } = zlib.constants
const GZIP: Decompressor = {
  buffer: promisify(zlib.gunzip),
  stream: zlib.createGunzip,
  flush: Z_SYNC_FLUSH,
}
const ZLIB: Decompressor = {
  buffer: promisify(zlib.inflate),
  stream: zlib.createInflate,
  flush: Z_SYNC_FLUSH,
}
const BARE: Decompressor = {
  buffer: promisify(zlib.inflateRaw),
  stream: zlib.createInflateRaw,
  flush: Z_SYNC_FLUSH,
}
const BROTLI: Decompressor = {
  buffer: promisify(zlib.brotliDecompress),
  stream: zlib.createBrotliDecompress,
  flush: BROTLI_OPERATION_FLUSH,
}
const ZSTD: Decompressor = {
  buffer: promisify(zlib.zstdDecompress),
  stream: zlib.createZstdDecompress,
  flush: ZSTD_e_flush,
}

/** A body, and the error of its compression: then it may be incomplete. */
export type Inflated = { readonly bytes: Buffer; readonly flaw: Failure | null }

/**
 * @param encodings the Content-Encoding header; several are decoded from the last to the first
 * @param max decompressed bytes
 * @throws FailureError for a body that is too large; passes on errors of reading the body
 */
export async function inflated(
  body: AsyncIterable<Buffer>,
  encodings: string,
  max: number,
): Promise<Inflated> {
  const names = namesIn(encodings)
  const remaining = body[Symbol.asyncIterator]()
  const { bytes, ended } = await readStart(remaining)
  if (ended) return decompressBuffer(bytes, names, max)
  const decompressors = names.map((name, at) => decompressorOf(name, at === 0 ? bytes : null))
  return decompressStream(
    bytes,
    remaining,
    decompressors.filter((decompressor) => decompressor !== null),
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
    // Two encodings are a server's mistake; more are an attack.
    .slice(0, 2)

async function readStart(chunks: AsyncIterator<Buffer>): Promise<{ bytes: Buffer; ended: boolean }> {
  const list: Buffer[] = []
  for (let size = 0; size <= SYNC_LIMIT;) {
    const next = await chunks.next()
    if (next.done) return { bytes: Buffer.concat(list), ended: true }
    list.push(next.value)
    size += next.value.length
  }
  return { bytes: Buffer.concat(list), ended: false }
}

async function decompressBuffer(bytes: Buffer, names: readonly string[], max: number): Promise<Inflated> {
  let at = bytes
  let flaw: Failure | null = null
  for (const name of names) {
    const decompressor = decompressorOf(name, at)
    if (!decompressor) continue
    const packed = at
    const limit = { maxOutputLength: max, chunkSize: chunkSizeFor(packed) }
    at = await decompressor.buffer(packed, limit).catch((error: NodeJS.ErrnoException) => {
      flaw = flawOf(error, max)
      return salvaged(packed, decompressor, max)
    })
  }
  if (at.length > max) throw new FailureError(tooLarge(max))
  return { bytes: at, flaw }
}

/** Bytes at the end of gzip. */
const CHECKSUM = 8

/** Decompresses what it can of a damaged body. A document that was never compressed is unchanged. */
async function salvaged(bytes: Buffer, { stream, flush }: Decompressor, max: number): Promise<Buffer> {
  if (endsAsDocument(bytes)) return bytes
  const out: Buffer[] = []
  let size = 0
  const unpacking = stream({ finishFlush: flush }).on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > max) unpacking.destroy(new FailureError(tooLarge(max)))
    else out.push(chunk)
  })
  // Separately, so that a wrong checksum loses nothing.
  const body = bytes.length - CHECKSUM
  if (body > 0) unpacking.write(bytes.subarray(0, body))
  unpacking.end(bytes.subarray(Math.max(0, body)))
  await finished(unpacking).catch((error: unknown) => {
    if (error instanceof FailureError) throw error
  })
  return Buffer.concat(out)
}

/** Text grows about fourfold. An output chunk that is too small costs another round trip to the zlib thread and a copy. */
const chunkSizeFor = ({ length }: Buffer): number => Math.max(16_384, 5 * length)

async function decompressStream(
  bytes: Buffer,
  remaining: AsyncIterator<Buffer>,
  decompressors: readonly Decompressor[],
  max: number,
): Promise<Inflated> {
  const packed: Buffer[] = []
  const out: Buffer[] = []
  let size = 0
  let readError: unknown = null
  const next = () =>
    remaining.next().catch((error: unknown) => {
      readError = error
      throw error
    })
  const chunks = async function* () {
    packed.push(bytes)
    yield bytes
    try {
      for (let chunk = await next(); !chunk.done; chunk = await next()) {
        packed.push(chunk.value)
        yield chunk.value
      }
    } finally {
      await remaining.return?.()
    }
  }
  const collect = async (unpacked: AsyncIterable<Buffer>) => {
    for await (const chunk of unpacked) {
      size += chunk.length
      if (size > max) throw new FailureError(tooLarge(max))
      out.push(chunk)
    }
  }
  try {
    const [first, second] = decompressors.map(({ stream }) => stream())
    if (!first) await collect(chunks())
    else if (!second) await pipeline(Readable.from(chunks()), first, collect)
    else await pipeline(Readable.from(chunks()), first, second, collect)
  } catch (error) {
    if (readError !== null) throw readError
    const flaw = flawOf(error as NodeJS.ErrnoException, max)
    let remains: Buffer = Buffer.concat(packed)
    for (const decompressor of decompressors) remains = await salvaged(remains, decompressor, max)
    return { bytes: remains, flaw }
  }
  return { bytes: Buffer.concat(out), flaw: null }
}

const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

/** @param bytes the start of the body, null when another encoding covers it @returns null for a body that is not compressed */
function decompressorOf(name: string, bytes: Buffer | null): Decompressor | null {
  // Most servers that name a wrong encoding mean this one.
  if (bytes !== null && isGzip(bytes)) return GZIP
  switch (name) {
    case 'gzip':
    case 'x-gzip':
      // Some servers declare gzip and send an uncompressed body.
      return bytes === null ? GZIP : null
    case 'deflate':
      // The standard requires the zlib wrapper (RFC 9110 8.4.1.2); some servers send the raw stream.
      return bytes === null || ((bytes[0] ?? 0) & 0x0f) === 8 ? ZLIB : BARE
    case 'br':
      return BROTLI
    case 'zstd':
      return ZSTD
    case 'compress':
    case 'x-compress':
    case 'exi':
    case 'bzip2':
    case 'xz':
      throw new FailureError(failure('encoding', `The answer is packed as ${name}, which nobody asked for`))
    default:
      // `utf-8`, `none`, `binary`: the name of something else.
      return null
  }
}

/** @throws FailureError for a body that is too large */
function flawOf(error: NodeJS.ErrnoException, max: number): Failure {
  if (error instanceof FailureError) throw error
  if (error.code === 'ERR_BUFFER_TOO_LARGE') throw new FailureError(tooLarge(max))
  return failure('encoding', `The answer cannot be unpacked (${error.message})`)
}

export const tooLarge = (max: number): Failure =>
  failure('size', `The answer is larger than ${Math.round(max / 1_000_000)} MB`)
