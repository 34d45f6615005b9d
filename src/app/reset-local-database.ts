/**
 * Clears what this browser keeps of the library, also when the database itself is what broke: the worker is asked
 * first, because it knows how to set unsent changes aside; if it does not answer, its folder is removed.
 */
import { localOf } from './local-handle.ts'

const PATIENCE_MS = 4000

export async function resetLocalDatabase(): Promise<void> {
  const asked = localOf()?.call('database.reset')
  const answered = await Promise.race([
    asked?.then(
      () => true,
      () => false,
    ) ?? false,
    new Promise<false>((late) => setTimeout(() => late(false), PATIENCE_MS)),
  ])
  if (!answered) await removeFiles()
}

async function removeFiles(): Promise<void> {
  const root = await navigator.storage?.getDirectory?.().catch(() => null)
  if (!root) return
  // oxlint-disable-next-line no-await-in-loop -- one folder after another, each may be refused for itself
  for await (const name of root.keys()) await root.removeEntry(name, { recursive: true }).catch(() => {})
}
