import type { Routes } from '../http/routes.ts'

/** The event stream of an open client. */
export const liveRoutes = {
  'live.listen': ({ user, live, headers }, { client }) =>
    live.listen({
      userId: user.id,
      sessionId: user.sessionId ?? '',
      client: client ?? headers.get('x-client-id'),
    }),
} satisfies Routes
