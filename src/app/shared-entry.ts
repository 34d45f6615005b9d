import { isBizId } from '../core/ids.ts'
import { fromPath } from '../model/location/index.ts'

/** @returns the entry of a shared address, `…/ENTRY?share=1` (client-facts 2); null for every other address */
export function sharedEntryOf(pathname: string, search: string): string | null {
  if (new URLSearchParams(search).get('share') !== '1') return null
  const id = fromPath(pathname)?.entryId ?? null
  return id !== null && isBizId(id) ? id : null
}
