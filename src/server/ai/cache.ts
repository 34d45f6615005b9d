/** Caches model output per entry; concurrent identical requests share one model call. */
import { createHash } from 'node:crypto'
import type { Services } from '../http/routes.ts'
import { cachedText, cacheText } from '../storage/ai.ts'

const running = new Map<string, Promise<string>>()

export type CacheRequest = {
  readonly entryId: string
  /** Kind, language and field. */
  readonly of: string
  /** The input of the model: a change invalidates the cached text. */
  readonly material: string
}

export function cacheKey({ entryId, of, material }: CacheRequest): string {
  const digest = createHash('sha256').update(material).digest('base64url').slice(0, 22)
  return `${entryId} ${of} ${digest}`
}

/** @param make calls the model; failures are not cached */
export async function cachedOr(
  { storage, now }: Pick<Services, 'storage' | 'now'>,
  request: CacheRequest,
  make: () => Promise<string>,
): Promise<string> {
  const key = cacheKey(request)
  const before = await cachedText(storage, key)
  if (before !== null) return before
  const pending =
    running.get(key) ??
    make()
      .then(async (text) => {
        await cacheText(storage, { key, entryId: request.entryId, text, madeAt: now() })
        return text
      })
      .finally(() => running.delete(key))
  running.set(key, pending)
  return pending
}
