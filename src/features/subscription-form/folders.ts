import type { LocalSubscription } from '../../model/rows.ts'
import { compareNames } from '../../core/index.ts'

/** All folder names, sorted. */
export const folderNames = (subscriptions: Iterable<LocalSubscription>): readonly string[] =>
  [...new Set([...subscriptions].flatMap(({ category }) => category || []))].toSorted(compareNames)

/** Parses the folder field; empty means no folder. */
export const folderFrom = (written: string): string | null => written.trim() || null
