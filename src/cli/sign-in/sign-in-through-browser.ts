/** Signs in through the browser: the authorization code grant with PKCE (OAuth 2.1). */
import { createHash, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { z } from 'zod'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Environment } from '../command.ts'
import { RefusedError, UnreachableError } from '../failures.ts'

const metadata = z.object({
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  registration_endpoint: z.url(),
})
const registered = z.object({ client_id: z.string() })
const issued = z.object({ access_token: z.string() })
const refused = z.object({ error_description: z.string() })

type Requested = {
  /** Without a slash at its end. */
  readonly address: string
  /** Preselected on the page; the user decides. */
  readonly scopes: readonly string[]
}

/** @returns the token @throws RefusedError, UnreachableError */
export async function signInThroughBrowser(
  environment: Environment,
  { address, scopes }: Requested,
): Promise<string> {
  const ask = <T>(url: string, schema: z.ZodType<T>, init?: RequestInit) =>
    requestJson(environment, url, schema, init)
  const server = await ask(`${address}/.well-known/oauth-authorization-server`, metadata)
  const [state, verifier] = [randomText(), randomText()]
  const callback = await awaitCallback(state)
  try {
    const { redirectUri } = callback
    const { client_id } = await ask(server.registration_endpoint, registered, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_name: `Command line on ${hostname()}`,
        redirect_uris: [redirectUri],
      }),
    })
    const page = new URL(server.authorization_endpoint)
    page.search = new URLSearchParams({
      response_type: 'code',
      client_id,
      redirect_uri: redirectUri,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      state,
      scope: scopes.join(' '),
    }).toString()
    environment.printError(`Let the command line in on this page of your browser:\n${page}`)
    environment.openBrowser(page.href)
    const { access_token } = await ask(server.token_endpoint, issued, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: await callback.code,
        redirect_uri: redirectUri,
        client_id,
        code_verifier: verifier,
      }),
    })
    return access_token
  } finally {
    callback.close()
  }
}

const randomText = (): string => randomBytes(32).toString('base64url')

async function requestJson<T>(
  { fetch }: Environment,
  url: string,
  schema: z.ZodType<T>,
  init?: RequestInit,
): Promise<T> {
  const answer = await fetch(url, init).catch(() => {
    throw new UnreachableError('The server cannot be reached.')
  })
  const body: unknown = await answer.json().catch(() => null)
  const { success, data } = schema.safeParse(body)
  if (answer.ok && success) return data
  const refusal = refused.safeParse(body)
  if (refusal.success) throw new RefusedError(refusal.data.error_description)
  throw new UnreachableError(`${url} answered with status ${answer.status} and not as Lectern does.`)
}

/** Timeout for the user in the browser. */
const PATIENCE_MS = 600_000
const PATH = '/signed-in'

type Callback = {
  /** The redirect address. */
  readonly redirectUri: string
  /** The code. @throws RefusedError where the user refuses, or does not respond */
  readonly code: Promise<string>
  readonly close: () => void
}

/** Listens on a loopback port for the browser's redirect (RFC 8252 7.3). @param state that it must contain */
export async function awaitCallback(state: string): Promise<Callback> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const listener = createServer((request, response) => receive(request, response, { state, resolve, reject }))
  listener.listen(0, '127.0.0.1')
  await new Promise((ready) => listener.once('listening', ready))
  const timer = setTimeout(
    () => reject(new RefusedError('Nobody answered in the browser within ten minutes.')),
    PATIENCE_MS,
  )
  const { port } = listener.address() as AddressInfo
  return {
    redirectUri: `http://127.0.0.1:${port}${PATH}`,
    code: promise,
    close: () => {
      clearTimeout(timer)
      listener.close()
      listener.closeAllConnections()
    },
  }
}

type Waiting = {
  readonly state: string
  readonly resolve: (code: string) => void
  readonly reject: (error: Error) => void
}

/** Requests of other pages, which do not know the state, change nothing. */
function receive(
  request: IncomingMessage,
  response: ServerResponse,
  { state, resolve, reject }: Waiting,
): void {
  // Any page can request `//`, which is no address.
  const url = URL.parse(request.url ?? '/', 'http://127.0.0.1')
  const code = url?.searchParams.get('code') ?? null
  const answer = (status: number, text: string) =>
    response
      .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
      .end(`${text}\n`)
  if (url?.pathname !== PATH || url.searchParams.get('state') !== state)
    return void answer(404, 'There is nothing here.')
  if (code === null) {
    answer(200, 'The command line was not let in. You can close this page.')
    return reject(new RefusedError('The command line was not let in.'))
  }
  answer(200, 'Go on in the terminal. You can close this page.')
  resolve(code)
}
