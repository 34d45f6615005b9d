/** Signs in through the browser: the authorization code grant with PKCE (OAuth 2.1). */
import { createHash, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { z } from 'zod'
import type { Environment } from '../command.ts'
import { RefusedError, UnreachableError } from '../failures.ts'
import { awaitCallback } from './await-callback.ts'

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
