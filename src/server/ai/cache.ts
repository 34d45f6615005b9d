/** Texts of a model that are kept per entry; two who want the same at once wait for one answer. */
import { createHash } from 'node:crypto'
import type { Services } from '../http/routes.ts'
import { cachedText, cacheText } from '../storage/ai.ts'

const running = new Map<string, Promise<string>>()

export type CacheRequest = {
  readonly entryId: string
  /** What is wanted of it: kind, language, part. */
  readonly of: string
  /** What the model will read: when that changes, the text is made anew. */
  readonly material: string
}

/** @param make asks the model; what it throws is not kept */
export async function cachedOr(
  { storage, now }: Pick<Services, 'storage' | 'now'>,
  { entryId, of, material }: CacheRequest,
  make: () => Promise<string>,
): Promise<string> {
  const digest = createHash('sha256').update(material).digest('base64url').slice(0, 22)
  const key = `${entryId} ${of} ${digest}`
  const before = await cachedText(storage, key)
  if (before !== null) return before
  const asked =
    running.get(key) ??
    make()
      .then(async (text) => {
        await cacheText(storage, { key, entryId, text, madeAt: now() })
        return text
      })
      .finally(() => running.delete(key))
  running.set(key, asked)
  return asked
}
