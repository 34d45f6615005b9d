/** Loads pictures through the server: a page cannot read pictures of other origins. */
import type { Services } from '../../../model/services.ts'

const BATCH = 100

/** @returns the pictures that the server serves and that could be loaded, by address */
export async function loadPictures(
  { api }: Pick<Services, 'api'>,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, Blob>> {
  const loaded = new Map<string, Blob>()
  const urls = addresses.slice(0, BATCH)
  const { data } = await api.pictures.sign({ urls, every: true })
  for (const [address, path] of Object.entries(data)) {
    const response = await fetch(path, { credentials: 'omit' }).catch(() => null)
    if (response?.ok) loaded.set(address, await response.blob())
  }
  return loaded
}
