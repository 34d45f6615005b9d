/**
 * Clears follow.db, also when the database is broken. The worker is called first, because it saves unsent changes; when
 * it does not respond, the files are removed.
 */
import type { Local } from '../local/index.ts'

const TIMEOUT_MS = 4000

export async function resetLocalDatabase(local: Local): Promise<void> {
  const isReset = await Promise.race([
    local.call('database.reset').then(
      () => true,
      () => false,
    ),
    new Promise<false>((resolve) => setTimeout(() => resolve(false), TIMEOUT_MS)),
  ])
  if (!isReset) await removeFiles()
}

async function removeFiles(): Promise<void> {
  const root = await navigator.storage?.getDirectory?.().catch(() => null)
  if (!root) return
  // One folder after another; each removal may fail independently.
  for await (const name of root.keys()) await root.removeEntry(name, { recursive: true }).catch(() => {})
}
