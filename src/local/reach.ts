import type { EntryEffect } from './calls.ts'

/** The entries that an effect can touch, null when any. */
export function reach(effect: EntryEffect): readonly string[] | null {
  if (effect.do === 'read') return effect.entryIds
  return effect.do === 'star' ? [effect.entryId] : null
}
