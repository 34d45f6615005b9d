/** Strips NUL characters from all input: no valid text contains one, and PostgreSQL cannot store them. */
import type { MiddlewareHandler } from 'hono'

export const withoutNul = (text: string): string => text.replaceAll('\0', '')

const ESCAPED = '\\u0000'
export const hasNul = (json: string): boolean => json.includes(ESCAPED)

/** Parses JSON and strips NUL characters. @throws SyntaxError */
export const parseJson = (json: string): unknown =>
  hasNul(json)
    ? JSON.parse(json, (_, value: unknown) => (typeof value === 'string' ? withoutNul(value) : value))
    : JSON.parse(json)

/**
 * Paths with a NUL character are not found: no file or page of ours has such a name. Below /api they are stripped
 * from the input instead.
 */
export const stripNul: MiddlewareHandler = async (context, next) => {
  const { url } = context.req
  // Cheap check first: it runs on every request.
  if (!url.includes('%00')) return next()
  const { pathname } = new URL(url)
  if (pathname.includes('%00') && !context.req.path.startsWith('/api/'))
    return context.text('Nothing here.\n', 404)
  return next()
}
