/** Vectors as they are stored: their length as a number, then a byte for each dimension. */

/** Bytes of the length in front. */
const HEAD = 4
const LARGEST = 127

/**
 * A direction, which is all that a cosine compares, in a quarter of the bytes of floating-point numbers.
 * @returns null for a vector without a direction
 */
export function packed(vector: readonly number[]): Uint8Array | null {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  if (!(largest > 0) || !Number.isFinite(largest)) return null
  const bytes = new Uint8Array(HEAD + vector.length)
  const values = new Int8Array(bytes.buffer, HEAD)
  let squares = 0
  for (const [at, value] of vector.entries()) {
    const rounded = Math.round((value / largest) * LARGEST)
    values[at] = rounded
    squares += rounded * rounded
  }
  new DataView(bytes.buffer).setFloat32(0, Math.sqrt(squares))
  return bytes
}

export const dimensionsOf = (stored: Uint8Array): number => stored.length - HEAD

/** The cosine of two vectors of as many dimensions, from -1 to 1. */
export function nearness(a: Uint8Array, b: Uint8Array): number {
  const [left, right] = [valuesOf(a), valuesOf(b)]
  let sum = 0
  for (let at = 0; at < left.length; at += 1) sum += (left[at] ?? 0) * (right[at] ?? 0)
  return Math.max(-1, Math.min(1, sum / (lengthOf(a) * lengthOf(b))))
}

/** Without the length. */
export const valuesOf = ({ buffer, byteOffset, length }: Uint8Array): Int8Array =>
  new Int8Array(buffer, byteOffset + HEAD, length - HEAD)
const lengthOf = ({ buffer, byteOffset }: Uint8Array): number =>
  new DataView(buffer, byteOffset).getFloat32(0)
