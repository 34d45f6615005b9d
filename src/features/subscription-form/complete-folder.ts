import { foldCase } from '../../core/fold-case.ts'

/**
 * Completes a typed folder name to the first existing one that begins with it, as an address bar does: the added rest is
 * selected, so that typing on replaces it.
 * @param previous the text before this change: nothing is completed when it became shorter
 * @returns null when nothing is to complete
 */
export function completeFolder(
  typed: string,
  previous: string,
  names: readonly string[],
): { readonly value: string; readonly selectFrom: number } | null {
  if (typed.trim() === '' || typed.length <= previous.length) return null
  const match = names.find((name) => name.length > typed.length && foldCase(name).startsWith(foldCase(typed)))
  return match === undefined ? null : { value: match, selectFrom: typed.length }
}
