import { createMcpHandler } from '@modelcontextprotocol/server'
import { createApi } from '../../api/client.ts'
import type { TokenScope } from '../../contract/token-scopes.ts'
import { commands } from '../commands/index.ts'
import { createMcpServer } from './create-server.ts'

/** Bytes of a request. */
const MAX_REQUEST = 262_144

type HttpSetup = {
  readonly scopes: readonly TokenScope[]
  /** Sends the calls of tools. */
  readonly fetch: (request: Request) => Response | Promise<Response>
  /** Headers of the calls: the token and the address of the client. */
  readonly headers: Readonly<Record<string, string>>
}

/** Handles one request of an assistant. The calls of its tools are sent to the origin of the request. */
export function serveOverHttp(request: Request, { scopes, fetch, headers }: HttpSetup): Promise<Response> {
  const { origin } = new URL(request.url)
  const apiWith = (more: Readonly<Record<string, string>>) =>
    createApi({
      base: `${origin}/api`,
      fetch: async (input, init) => fetch(new Request(input, init)),
      headers: () => ({ ...headers, ...more }),
    })
  const handler = createMcpHandler(() => createMcpServer({ commands, apiWith, scopes }), {
    maxRequestBodySize: MAX_REQUEST,
  })
  return handler.fetch(request)
}
