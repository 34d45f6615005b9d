/** The commands for assistants at /mcp: the Model Context Protocol over HTTP, with a token. */
import type { Context, Hono } from 'hono'
import { challenge } from '../authorization/mount.ts'
import { type CallerOf, MCP_ENTRANCE } from '../http/answer.ts'
import { errorResponse } from '../http/errors.ts'
import { peerAddress } from '../http/peer.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/routes.ts'

const PATH = '/mcp'

/** @param callerOf as for the calls of the contract; a session is not enough, since requests of other sites' pages have it too */
export function mountMcp(app: Hono, services: Services, callerOf: CallerOf): void {
  app.all(PATH, (context) =>
    answer(app, services, callerOf, context).catch((thrown: unknown) =>
      errorResponse(thrown, services.log, 'mcp'),
    ),
  )
}

async function answer(
  app: Hono,
  services: Services,
  callerOf: CallerOf,
  context: Context,
): Promise<Response> {
  const { headers } = context.req.raw
  const user = await callerOf(headers, peerAddress(context, services.config))
  if (!user?.access) return unauthorized(challenge(services.config, context))
  const { serveOverHttp } = await import('../../cli/mcp/serve-over-http.ts')
  // Each tool sends calls of the contract with the same token, so that one place decides what it may do.
  return serveOverHttp(context.req.raw, {
    scopes: user.access.scopes,
    fetch: (request) => app.fetch(request, { ...context.env, [MCP_ENTRANCE]: true }),
    headers: forwarded(headers),
  })
}

/** The caller and the address of the client. */
const forwarded = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    ['authorization', 'host', 'x-forwarded-for'].flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )

/** @param how to get a token */
function unauthorized(how: string): Response {
  const { status, body } = new Refusal('unauthorized', 'Send an app password with scopes as a bearer token.')
  const headers = { 'content-type': 'application/json', 'www-authenticate': how }
  return new Response(JSON.stringify(body), { status, headers })
}
