import type { LocalSubscription } from '../../model/index.ts'
import { compareNames } from '../../core/index.ts'

/** The names of all folders there are, by name. */
export const folderNames = (subscriptions: Iterable<LocalSubscription>): readonly string[] =>
  [...new Set([...subscriptions].flatMap(({ category }) => category || []))].toSorted(compareNames)

/** What a person wrote as a folder; empty means none. */
export const folderFrom = (written: string): string | null => written.trim() || null
