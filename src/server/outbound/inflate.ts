/** Undoes Content-Encoding, with a limit on what comes out. */
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { failure, isFailure, type Failure } from './failure.ts'

/** What we can undo; sent as Accept-Encoding. */
export const ACCEPTED = 'gzip, br, zstd, deflate'

const gunzip = promisify(zlib.gunzip)
const inflate = promisify(zlib.inflate)
const inflateRaw = promisify(zlib.inflateRaw)
const brotli = promisify(zlib.brotliDecompress)
const zstd = promisify(zlib.zstdDecompress)

/**
 * @param encodings the Content-Encoding header; several are undone from the last to the first
 * @param max bytes that may come out
 */
export async function inflated(bytes: Buffer, encodings: string, max: number): Promise<Buffer | Failure> {
  const names = encodings
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  let at = bytes
  for (const name of names.filter((one) => one !== '' && one !== 'identity').toReversed()) {
    const next = await undone(at, name, max).catch((error: NodeJS.ErrnoException) => broken(error, name, max))
    if (isFailure(next)) return next
    at = next
  }
  return at
}

async function undone(bytes: Buffer, name: string, max: number): Promise<Buffer | Failure> {
  const limit = { maxOutputLength: max }
  switch (name) {
    case 'gzip':
    case 'x-gzip':
      // Some servers name gzip and send the document as it is: its first two bytes tell.
      return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzip(bytes, limit) : bytes
    case 'deflate':
      // The standard means zlib's wrapper; some servers send the bare stream.
      return ((bytes[0] ?? 0) & 0x0f) === 8 ? inflate(bytes, limit) : inflateRaw(bytes, limit)
    case 'br':
      return brotli(bytes, limit)
    case 'zstd':
      return zstd(bytes, limit)
    default:
      return failure('encoding', `The answer is packed as ${name}, which nobody asked for`)
  }
}

function broken(error: NodeJS.ErrnoException, name: string, max: number): Failure {
  if (error.code === 'ERR_BUFFER_TOO_LARGE') return tooLarge(max)
  return failure('encoding', `The answer cannot be unpacked (${name}: ${error.message})`)
}

export const tooLarge = (max: number): Failure =>
  failure('size', `The answer is larger than ${Math.round(max / 1_000_000)} MB`)
