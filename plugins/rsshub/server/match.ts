/** Finds the route of an rsshub:// address. */
import type { RsshubRoute } from '../wire.ts'
import type { Namespaces } from './routes-in.ts'

export type Matched = { readonly namespace: string; readonly path: string; readonly route: RsshubRoute }

/** `rsshub://github/issue/a/b?x=1`, `/github/issue/a/b` and `/github/issue/:user/:repo` all name the same. */
export function segmentsOf(address: string): string[] {
  const bare = address.replace(/^rsshub:/i, '').split(/[?#]/)[0] ?? ''
  return bare.split('/').filter(Boolean)
}

/** The matching route with the most fixed segments. A namespace may contain a slash. */
export function matchRoute(namespaces: Namespaces, address: string): Matched | null {
  const segments = segmentsOf(address)
  for (const length of [2, 1]) {
    const namespace = segments.slice(0, length).join('/')
    const remaining = segments.slice(length)
    if (segments.length < length || !Object.hasOwn(namespaces, namespace)) continue
    const candidates = Object.entries(namespaces[namespace]?.routes ?? {})
      .filter(([path]) => fits(partsOf(path), remaining))
      .toSorted(([a], [b]) => fixedPartCount(b) - fixedPartCount(a))
    const [best] = candidates
    if (best) return { namespace, path: best[0], route: best[1] }
  }
  return null
}

const partsOf = (path: string): string[] => path.split('/').filter(Boolean)
const fixedPartCount = (path: string): number => partsOf(path).filter((part) => !part.startsWith(':')).length

function fits(parts: readonly string[], segments: readonly string[]): boolean {
  const [part, ...others] = parts
  if (part === undefined) return segments.length === 0
  const [segment, ...remaining] = segments
  if (!part.startsWith(':')) return part === segment && fits(others, remaining)
  // `:path{.+}` matches all remaining segments, `:state?` is optional.
  const takesAll = /\{\.[+*]\}\??$/.test(part)
  const optional = part.endsWith('?') || part.includes('{.*}')
  if (segment === undefined) return optional && fits(others, [])
  if (takesAll) return true
  return fits(others, remaining) || (optional && fits(others, segments))
}
