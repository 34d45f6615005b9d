/** From an rsshub:// address to the route that answers it. */
import type { RsshubRoute } from '../../contract/discover.ts'
import type { Namespaces } from './routes-in.ts'

export type Matched = { readonly namespace: string; readonly path: string; readonly route: RsshubRoute }

/** `rsshub://github/issue/a/b?x=1`, `/github/issue/a/b` and `/github/issue/:user/:repo` all name the same. */
export function segmentsOf(address: string): string[] {
  const bare = address.replace(/^rsshub:/i, '').split(/[?#]/)[0] ?? ''
  return bare.split('/').filter(Boolean)
}

/** The route of an address: one whose fixed parts fit best. Namespaces may have a slash of their own. */
export function matchRoute(namespaces: Namespaces, address: string): Matched | null {
  const segments = segmentsOf(address)
  for (const length of [2, 1]) {
    const namespace = segments.slice(0, length).join('/')
    const rest = segments.slice(length)
    if (segments.length < length || !Object.hasOwn(namespaces, namespace)) continue
    const fitting = Object.entries(namespaces[namespace]?.routes ?? {})
      .filter(([path]) => fits(partsOf(path), rest))
      .toSorted(([a], [b]) => fixedIn(b) - fixedIn(a))
    const [best] = fitting
    if (best) return { namespace, path: best[0], route: best[1] }
  }
  return null
}

const partsOf = (path: string): string[] => path.split('/').filter(Boolean)
const fixedIn = (path: string): number => partsOf(path).filter((part) => !part.startsWith(':')).length

function fits(parts: readonly string[], segments: readonly string[]): boolean {
  const [part, ...others] = parts
  if (part === undefined) return segments.length === 0
  const [segment, ...rest] = segments
  if (!part.startsWith(':')) return part === segment && fits(others, rest)
  // `:path{.+}` takes all that is left, `:state?` may be missing.
  const takesAll = /\{\.[+*]\}\??$/.test(part)
  const optional = part.endsWith('?') || part.includes('{.*}')
  if (segment === undefined) return optional && fits(others, [])
  if (takesAll) return true
  return fits(others, rest) || (optional && fits(others, segments))
}
