import type { Services } from '../services.ts'
import { contentsFromLines } from './from-wire.ts'

const PER_REQUEST = 50

/** Fetches the contents that follow.db lacks of these entries, in batches. @param pause between two batches */
export async function fetchMissingContents(
  { api, local }: Pick<Services, 'api' | 'local'>,
  ids: readonly string[],
  signal: AbortSignal,
  pause?: () => Promise<void>,
): Promise<void> {
  const missing = await local.call('entries.withoutContent', ids)
  for (let from = 0; from < missing.length && !signal.aborted; from += PER_REQUEST) {
    const text = await api.entries.stream({ ids: missing.slice(from, from + PER_REQUEST) }, { signal })
    await local.call('entries.putContents', contentsFromLines(text))
    await pause?.()
  }
}
