import type { Routes } from '../http/routes.ts'

/** The stream of what happens while a client is open. */
export const liveRoutes = {
  'live.listen': ({ user, live, headers }, { client }) =>
    live.listen({
      userId: user.id,
      sessionId: user.sessionId ?? '',
      client: client ?? headers.get('x-client-id'),
    }),
} satisfies Routes
