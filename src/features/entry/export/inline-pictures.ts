/** Puts the pictures of an exported entry into its file, so that it is complete without a network. */

/** Bytes of all pictures of a file together; later ones keep their addresses. */
const MAX_BYTES = 20_000_000
const MAX_PICTURES = 100

/**
 * @param content changed in place @param load null where a picture cannot be had: it keeps its address
 * @returns how many pictures are in the file
 */
export async function inlinePictures(
  content: DocumentFragment,
  load: (addresses: readonly string[]) => Promise<ReadonlyMap<string, Blob>>,
  maxBytes = MAX_BYTES,
): Promise<number> {
  const pictures = [...content.querySelectorAll('img')]
    .filter((picture) => /^https?:/i.test(picture.getAttribute('src') ?? ''))
    .slice(0, MAX_PICTURES)
  const addresses = [...new Set(pictures.map((picture) => picture.getAttribute('src') ?? ''))]
  const loaded = addresses.length > 0 ? await load(addresses) : new Map<string, Blob>()
  const inlined = new Map<string, string>()
  let bytes = 0
  for (const [address, blob] of loaded) {
    if (!blob.type.startsWith('image/') || bytes + blob.size > maxBytes) continue
    bytes += blob.size
    inlined.set(address, await dataAddressOf(blob))
  }
  let count = 0
  for (const picture of pictures) {
    const data = inlined.get(picture.getAttribute('src') ?? '')
    if (data === undefined) continue
    // The browser would prefer these, over the network.
    for (const source of picture.closest('picture')?.querySelectorAll('source') ?? []) source.remove()
    picture.removeAttribute('srcset')
    picture.setAttribute('src', data)
    count += 1
  }
  return count
}

async function dataAddressOf(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let text = ''
  // In parts: a call takes a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 32_768)
    text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
  return `data:${blob.type};base64,${btoa(text)}`
}
