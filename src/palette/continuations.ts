import type { Command } from '../core/index.ts'
import type { PendingKeys } from '../model/index.ts'

export type Continuation = { readonly command: Command; readonly rest: string }

/** The remaining keys of each command that the typed keys may complete, sorted by those keys. */
export function continuations({ typed, next }: Pick<PendingKeys, 'typed' | 'next'>): Continuation[] {
  return next
    .map(({ command, keys }) => ({ command, rest: keys.split(' ').slice(typed.length).join(' ') }))
    .filter(({ rest }) => rest !== '')
    .toSorted((a, b) => a.rest.localeCompare(b.rest))
}
