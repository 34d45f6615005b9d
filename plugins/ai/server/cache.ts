/** Caches model output per entry; concurrent identical requests share one model call. */
import { createHash } from 'node:crypto'
import type { Services } from './services.ts'
import { cachedText, cacheText } from './tables.ts'

type Pending = {
  readonly text: Promise<string>
  readonly abandoned: AbortController
  waiting: number
}
const running = new Map<string, Pending>()

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

/**
 * @param make calls the model; its signal is aborted once all waiting requests are gone. Failures are not cached
 */
export async function cachedOr(
  { host, db }: Services,
  signal: AbortSignal,
  request: CacheRequest,
  make: (signal: AbortSignal) => Promise<string>,
): Promise<string> {
  const key = cacheKey(request)
  const before = await cachedText(db, key)
  if (before !== null) return before
  const start = (): Pending => {
    const abandoned = new AbortController()
    const text = make(abandoned.signal)
      .then(async (made) => {
        await cacheText(db, { key, entryId: request.entryId, text: made, madeAt: host.now() })
        return made
      })
      .finally(() => remove(key, started))
    const started: Pending = { text, abandoned, waiting: 0 }
    running.set(key, started)
    return started
  }
  const pending = running.get(key) ?? start()
  pending.waiting += 1
  const leave = () => {
    pending.waiting -= 1
    if (pending.waiting > 0) return
    remove(key, pending)
    pending.abandoned.abort()
  }
  if (signal.aborted) leave()
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await pending.text
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

/** A newer call of the same key stays. */
function remove(key: string, pending: Pending): void {
  if (running.get(key) === pending) running.delete(key)
}
