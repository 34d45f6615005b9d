/** Namespace prefixes in scope at an element, and the canonical names they give. */
import { usualPrefix } from './namespaces.ts'

/** The prefixes in scope, with a cache of resolved names: of some hundred tags a dozen differ. */
export type Scope = { readonly prefixes: Readonly<Record<string, string>>; readonly names: Map<string, Name> }
export type Name = { readonly meant: string; readonly local: string }

/** In these, the default namespace is the format's own, even if its address is wrong or that of another. */
const ROOTS = new Set(['rss', 'feed', 'rdf', 'channel', 'item', 'entry'])
/** Marks an unknown default namespace: a `title` in it is not the feed's. */
const UNKNOWN = 'unknown'
/** Limit on cached names: a document can contain any number of names. */
const NAMES_MAX = 500

export const scopeWith = (prefixes: Scope['prefixes']): Scope => ({ prefixes, names: new Map() })

export function scopeOf(outer: Scope, attributes: Readonly<Record<string, string>>, written: string): Scope {
  let prefixes: Record<string, string> | null = null
  for (const name in attributes) {
    if (!name.startsWith('xmlns')) continue
    const prefix = name === 'xmlns' ? '' : name.startsWith('xmlns:') ? name.slice(6) : null
    if (prefix === null) continue
    const usual = usualPrefix(attributes[name] ?? '')
    prefixes ??= { ...outer.prefixes }
    // An unknown namespace: its prefix is the better hint, and a wrong default namespace of a feed is ignored.
    const meant = usual ?? (prefix === '' && attributes[name]?.trim() ? UNKNOWN : prefix)
    prefixes[prefix] = prefix === '' && ROOTS.has(localOf(written)) ? '' : meant
  }
  return prefixes ? scopeWith(prefixes) : outer
}

const localOf = (written: string): string => written.slice(written.indexOf(':') + 1)

export function nameIn({ prefixes, names }: Scope, written: string): Name {
  const known = names.get(written)
  if (known) return known
  const colon = written.indexOf(':')
  const prefix = colon < 0 ? '' : written.slice(0, colon)
  const usual = prefixes[prefix] ?? prefix
  const local = written.slice(colon + 1)
  const name = { meant: usual === '' ? local : `${usual}:${local}`, local }
  if (names.size < NAMES_MAX) names.set(written, name)
  return name
}
