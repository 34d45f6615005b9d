/** Documents that are sent compressed, without a header that says so. */
import { constants, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'

const LENGTH_MAX = 32_000_000
/** Compressed twice is a server's mistake; more is an attack. */
const LAYERS_MAX = 2

type Unpack = (bytes: Uint8Array) => Uint8Array
const options = { maxOutputLength: LENGTH_MAX, finishFlush: constants.Z_SYNC_FLUSH }
const zstdOptions = { maxOutputLength: LENGTH_MAX, finishFlush: constants.ZSTD_e_flush }
const STARTS: readonly (readonly [start: readonly number[], unpack: Unpack])[] = [
  [[0x1f, 0x8b, 8], (bytes) => gunzipSync(bytes, options)],
  [[0x78, 0x01], (bytes) => inflateSync(bytes, options)],
  [[0x78, 0x9c], (bytes) => inflateSync(bytes, options)],
  [[0x78, 0xda], (bytes) => inflateSync(bytes, options)],
  [[0x28, 0xb5, 0x2f, 0xfd], (bytes) => zstdDecompressSync(bytes, zstdOptions)],
]

const unpackOf = (bytes: Uint8Array): Unpack | undefined =>
  STARTS.find(([start]) => start.every((byte, at) => bytes[at] === byte))?.[1]

/** Whether a document is compressed, and therefore longer than its bytes. */
export const isPacked = (bytes: Uint8Array): boolean => unpackOf(bytes) !== undefined

/** @returns the bytes unchanged where they are not compressed, or cannot be unpacked; never throws */
export function unpacked(bytes: Uint8Array): Uint8Array {
  let at = bytes
  for (let layer = 0; layer < LAYERS_MAX; layer += 1) {
    const unpack = unpackOf(at)
    if (!unpack) break
    try {
      at = unpack(at)
    } catch {
      break
    }
  }
  return at
}
