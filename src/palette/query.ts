/** The first letter may select the kind of rows; without one all kinds match. */
import type { PaletteMode } from '../model/palette/index.ts'

export type Kind =
  | 'all'
  | 'commands'
  | 'subscriptions'
  | 'labels'
  | 'entries'
  | 'places'
  | 'pipeline'
  | 'help'
export type Query = { readonly kind: Kind; readonly text: string }

export const prefixes = [
  ['>', 'commands'],
  ['@', 'subscriptions'],
  ['#', 'labels'],
  ['/', 'entries'],
  [':', 'places'],
  ['=', 'pipeline'],
  ['?', 'help'],
] as const satisfies readonly (readonly [string, Kind])[]

export function readQuery(typed: string): Query {
  const prefix = prefixes.find(([letter]) => typed.startsWith(letter))
  return prefix ? { kind: prefix[1], text: typed.slice(1).trim() } : { kind: 'all', text: typed.trim() }
}

/** Initial text of the box in a mode; the default mode, commands, has none. */
export const prefixOf = (kind: Kind | PaletteMode): string =>
  kind === 'commands' ? '' : (prefixes.find(([, prefixKind]) => prefixKind === kind)?.[0] ?? '')
