import type { Command } from '../core/index.ts'
import type { PendingKeys } from '../model/index.ts'

export type Continuation = { readonly command: Command; readonly rest: string }

/** What is left to type for each command that the typed keys may become, in the order of the keys. */
export function continuations({ typed, next }: Pick<PendingKeys, 'typed' | 'next'>): Continuation[] {
  return next
    .map(({ command, keys }) => ({ command, rest: keys.split(' ').slice(typed.length).join(' ') }))
    .filter(({ rest }) => rest !== '')
    .toSorted((a, b) => a.rest.localeCompare(b.rest))
}
