/** Zeros in what is said. No text of a person holds one, and PostgreSQL can keep none: they go at every door. */
import type { MiddlewareHandler } from 'hono'

export const withoutNul = (text: string): string => text.replaceAll('\0', '')

const ESCAPED = '\\u0000'
export const hasNul = (json: string): boolean => json.includes(ESCAPED)

/** What a JSON text says, without zeros. @throws SyntaxError */
export const parseJson = (json: string): unknown =>
  hasNul(json)
    ? JSON.parse(json, (_, value: unknown) => (typeof value === 'string' ? withoutNul(value) : value))
    : JSON.parse(json)

/**
 * Addresses with a zero in them lead nowhere: nothing of ours has such a name. Below /api zeros are read out of what is
 * said, as everywhere else.
 */
export const stripNul: MiddlewareHandler = async (context, next) => {
  const { url } = context.req
  // Hardly any address has one, and each is asked.
  if (!url.includes('%00')) return next()
  const { pathname } = new URL(url)
  if (pathname.includes('%00') && !pathname.startsWith('/api/')) return context.text('Nothing here.\n', 404)
  return next()
}
