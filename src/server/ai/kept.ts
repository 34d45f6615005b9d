/** Texts of a model that are kept per entry; two who want the same at once wait for one answer. */
import { createHash } from 'node:crypto'
import type { Services } from '../http/routes.ts'
import { keptText, keepText } from '../storage/ai.ts'

const running = new Map<string, Promise<string>>()

export type Wanted = {
  readonly entryId: string
  /** What is wanted of it: kind, language, part. */
  readonly of: string
  /** What the model will read: when that changes, the text is made anew. */
  readonly material: string
}

/** @param make asks the model; what it throws is not kept */
export async function keptOr(
  { storage, now }: Pick<Services, 'storage' | 'now'>,
  { entryId, of, material }: Wanted,
  make: () => Promise<string>,
): Promise<string> {
  const digest = createHash('sha256').update(material).digest('base64url').slice(0, 22)
  const key = `${entryId} ${of} ${digest}`
  const before = await keptText(storage, key)
  if (before !== null) return before
  const asked =
    running.get(key) ??
    make()
      .then(async (text) => {
        await keepText(storage, { key, entryId, text, madeAt: now() })
        return text
      })
      .finally(() => running.delete(key))
  running.set(key, asked)
  return asked
}
