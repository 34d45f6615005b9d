/** A link that carries a plugin: `#SHA256.DATA`, the data being its bundle, compressed, in base64url. No server stores it. */
import { MAX_BUNDLE } from '../../contract/plugin-bundle.ts'

/** Characters of a fragment; longer addresses are cut by messengers. */
const MAX_FRAGMENT = 60_000

/** The address of the screen that opens such a link. */
const SHARED_PATH = '/install-plugin'

/**
 * @param hash SHA-256 of the bundle, in hexadecimal digits
 * @returns null for a bundle that is too large for a link
 */
export async function linkTo(origin: string, bundle: string, hash: string): Promise<string | null> {
  const data = await through(new Blob([bundle]).stream(), new CompressionStream('deflate-raw'))
  const fragment = `${hash}.${base64url(data)}`
  return fragment.length > MAX_FRAGMENT ? null : `${origin}${SHARED_PATH}#${fragment}`
}

/** @returns null for a fragment that carries no bundle */
export async function readFragment(
  fragment: string,
): Promise<{ readonly bundle: string; readonly hash: string } | null> {
  const [, hash, data] = /^#?([0-9a-f]{64})\.([\w-]+)$/.exec(fragment) ?? []
  if (hash === undefined || data === undefined || fragment.length > MAX_FRAGMENT) return null
  try {
    const stream = new Blob([bytesOf(data)]).stream()
    const bundle = await through(stream, new DecompressionStream('deflate-raw'))
    return { bundle: new TextDecoder('utf-8', { fatal: true }).decode(bundle), hash }
  } catch {
    return null
  }
}

/** @throws where it becomes larger than a bundle may be */
async function through(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  transform: GenericTransformStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const reader = (stream.pipeThrough(transform) as ReadableStream<Uint8Array<ArrayBuffer>>).getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.length
    // Few bytes can become very many.
    if (size > MAX_BUNDLE * MAX_BYTES_OF_A_CHARACTER) {
      await reader.cancel()
      throw new RangeError('The bundle is too large')
    }
    parts.push(read.value)
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}
/** In UTF-8, of a character as texts count them. */
const MAX_BYTES_OF_A_CHARACTER = 3

function base64url(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCodePoint(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    atob(text.replaceAll('-', '+').replaceAll('_', '/')),
    (character) => character.codePointAt(0) ?? 0,
  )
