/** Addresses with a zero in them lead nowhere: PostgreSQL keeps no such text, and nothing of ours has such a name. */
import type { MiddlewareHandler } from 'hono'

/** For all but the contract's own door, which reads zeros out of what is said (input.ts). */
export const noZeros: MiddlewareHandler = async (context, next) => {
  const { pathname } = new URL(context.req.url)
  if (pathname.includes('%00') && !pathname.startsWith('/api/')) return context.text('Nothing here.\n', 404)
  return next()
}
