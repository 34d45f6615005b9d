/** The first letter may say what is looked for; without one everything is. */
export type Kind = 'all' | 'commands' | 'subscriptions' | 'entries' | 'help'
export type Query = { readonly kind: Kind; readonly text: string }

export const prefixes = [
  ['>', 'commands'],
  ['@', 'subscriptions'],
  ['/', 'entries'],
  ['?', 'help'],
] as const satisfies readonly (readonly [string, Kind])[]

export function readQuery(typed: string): Query {
  const prefix = prefixes.find(([letter]) => typed.startsWith(letter))
  return prefix ? { kind: prefix[1], text: typed.slice(1).trim() } : { kind: 'all', text: typed.trim() }
}

/** What stands in the box when the palette opens in a mode; commands are what it is for, so nothing stands for them. */
export const prefixOf = (kind: Kind): string =>
  kind === 'commands' ? '' : (prefixes.find(([, named]) => named === kind)?.[0] ?? '')
