/** The files that the user takes along, in the Cache Storage of the browser, by their own addresses. */
import type { OfflineFileKind, OfflineFiles } from '../model/services.ts'

const CACHES: Readonly<Record<OfflineFileKind, string>> = {
  pictures: 'offline-pictures',
  recordings: 'offline-recordings',
}
const cacheOf = (kind: OfflineFileKind) => caches.open(CACHES[kind])
const LENGTH = 'content-length'
/** The cache would change the spelling of a foreign address. */
const keyOf = (url: string) => `/offline-file?${new URLSearchParams({ url })}`

/** Addresses of the page for stored files, made once each. */
const shown = new Map<string, string>()

export const offlineFiles: OfflineFiles = {
  async stored(kind) {
    const keys = await (await cacheOf(kind)).keys()
    return keys.map(({ url }) => new URL(url).searchParams.get('url') ?? '')
  },

  async fetch({ kind, url, path }, signal) {
    const file = await (kind === 'pictures' ? fetchWhole : fetchInParts)(path, signal).catch(() => null)
    if (file === null) return false
    const headers = { 'content-type': file.type, [LENGTH]: String(file.size) }
    await (await cacheOf(kind)).put(keyOf(url), new Response(file, { headers }))
    return true
  },

  async addressOf(kind, url) {
    const known = shown.get(url)
    if (known !== undefined) return known
    const response = await (await cacheOf(kind)).match(keyOf(url))
    if (!response) return null
    const address = URL.createObjectURL(await response.blob())
    shown.set(url, address)
    return address
  },

  async size() {
    let size = 0
    for (const kind of ['pictures', 'recordings'] as const)
      for (const response of await (await cacheOf(kind)).matchAll())
        size += Number(response.headers.get(LENGTH) ?? 0)
    return size
  },

  async clear() {
    for (const name of Object.values(CACHES)) await caches.delete(name)
    for (const address of shown.values()) URL.revokeObjectURL(address)
    shown.clear()
  },
}

async function fetchWhole(path: string, signal: AbortSignal): Promise<Blob | null> {
  const response = await fetch(path, { credentials: 'omit', signal })
  return response.ok ? response.blob() : null
}

/** A recording comes in parts, each of which names the size of the whole. */
async function fetchInParts(path: string, signal: AbortSignal): Promise<Blob | null> {
  const parts: Blob[] = []
  let type = ''
  for (let from = 0, size = 1; from < size;) {
    const response = await fetch(`${path}&from=${from}`, { credentials: 'omit', signal })
    if (!response.ok) return null
    const part = await response.blob()
    if (part.size === 0) return null
    parts.push(part)
    ;({ type } = part)
    from += part.size
    size = Number(response.headers.get('content-range')?.split('/')[1] ?? 0)
  }
  return new Blob(parts, { type })
}
