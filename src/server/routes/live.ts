import type { Routes } from '../http/routes.ts'

/** The stream of what happens while a client is open. */
export const liveRoutes = {
  'live.listen': ({ user, live, headers, stillIn }, { client }) =>
    live.listen({ userId: user.id, client: client ?? headers.get('x-client-id'), stillIn }),
} satisfies Routes
