/** The requests of a sign-in to a service: each to one host alone, through the outbound guard. */
import { PluginRefusal, z } from '../../../plugin-api/manifest.ts'
import { bodyOf, refusalOf, succeeded, type OutboundRequest } from '../../../plugin-api/server.ts'
import type { Outbound } from '../../outbound/index.ts'
import { createOutside } from '../outbound.ts'
import { parsedJson } from '../../../core/parsed-json.ts'

/** How a service knows this reader; a public client has no secret. */
export type Client = { readonly id: string; readonly secret: string | null }
/** What it is sent to, and in which form. */
export type TokenAddress = { readonly url: string; readonly body: 'form' | 'json' }
/** `expiresAt` in ms since 1970. */
export type Tokens = {
  readonly access: string
  readonly refresh: string | null
  readonly expiresAt: number | null
}

const MAX_TOKEN = 8000
const MAX_ACCOUNT = 200
/** Characters of a service's own explanation that a message shows. */
const MAX_REASON = 300

const token = z.string().min(1).max(MAX_TOKEN)
/** RFC 6749 5.1 */
const granted = z.object({
  access_token: token,
  refresh_token: token.nullish(),
  expires_in: z.coerce.number().positive().max(3_153_600_000).nullish().catch(null),
})
/** RFC 6749 5.2: some services send it as a success. */
const denied = z.object({ error: z.string(), error_description: z.string().optional() })
/** RFC 7591 3.2.1, as Mastodon documents it too. */
const registered = z.object({ client_id: token, client_secret: token.nullish() })

export function createSignInRequests(outbound: Outbound, now: () => number) {
  const send = (url: string, request: OutboundRequest, contacted: Contacted) =>
    createOutside(
      outbound,
      new Set([new URL(url).host]),
      contacted,
    )(url, {
      ...request,
      headers: { Accept: 'application/json', ...request.headers },
    })
  /** Fields of the client are in the body (RFC 6749 2.3.1). */
  const post = ({ url, body }: TokenAddress, client: Client, fields: Fields, contacted: Contacted) => {
    const sent: Fields = {
      client_id: client.id,
      ...(client.secret !== null && { client_secret: client.secret }),
      ...fields,
    }
    return send(
      url,
      body === 'json'
        ? { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(sent) }
        : { method: 'POST', headers: FORM_TYPE, body: new URLSearchParams(sent).toString() },
      contacted,
    )
  }
  return {
    /** @throws PluginRefusal */
    async register(url: string, fields: Fields, contacted: Contacted = nobody): Promise<Client> {
      const service = new URL(url).host
      const reply = await send(
        url,
        { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(fields) },
        contacted,
      )
      const { client_id: id, client_secret: secret = null } = bodyOf(
        succeeded(reply, service),
        registered,
        service,
      )
      return { id, secret }
    },
    /** @throws PluginRefusal `plugin.signIn.notAccepted` where the service does not want the code or token, or `outside.…` */
    async tokens(
      address: TokenAddress,
      client: Client,
      fields: Fields,
      contacted: Contacted = nobody,
    ): Promise<Tokens> {
      const service = new URL(address.url).host
      const reply = await post(address, client, fields, contacted)
      const { data } = denied.safeParse(parsedJson(reply.text))
      const isDenied = reply.status === 400 || reply.status === 401 || reply.status === 403
      if (isDenied || (data && reply.status < 300))
        throw notAccepted(service, data?.error_description ?? data?.error ?? `HTTP ${reply.status}`)
      if (reply.status >= 300) throw refusalOf(reply, service)
      const {
        access_token: access,
        refresh_token: refresh,
        expires_in: seconds,
      } = bodyOf(reply, granted, service)
      return {
        access,
        refresh: refresh ?? null,
        expiresAt: seconds == null ? null : now() + seconds * 1000,
      }
    },
    /** @throws PluginRefusal where it has to be tried again; a service that does not know the token has nothing to revoke */
    async revoke(address: TokenAddress, client: Client, revoked: string): Promise<void> {
      const reply = await post(address, client, { token: revoked }, nobody)
      if (reply.status === 429 || reply.status >= 500) throw refusalOf(reply, new URL(address.url).host)
    },
    /** @param field names in a row, separated by dots @returns null where the service names none */
    async account(
      url: string,
      field: string,
      access: string,
      contacted: Contacted = nobody,
    ): Promise<string | null> {
      const reply = await send(url, { headers: { Authorization: `Bearer ${access}` } }, contacted)
      const found = field
        .split('.')
        .reduce<unknown>(
          (value, name) =>
            typeof value === 'object' && value !== null && Object.hasOwn(value, name)
              ? (value as Record<string, unknown>)[name]
              : null,
          parsedJson(reply.text),
        )
      return reply.status < 300 && typeof found === 'string' && found.trim() !== ''
        ? found.trim().slice(0, MAX_ACCOUNT)
        : null
    },
  }
}

type Fields = Readonly<Record<string, string>>
type Contacted = (host: string) => void
const nobody: Contacted = () => {}

const JSON_TYPE = { 'Content-Type': 'application/json' }
const FORM_TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' }

export const notAccepted = (service: string, reason: string): PluginRefusal =>
  new PluginRefusal('plugin.signIn.notAccepted', { service, reason: reason.slice(0, MAX_REASON) })
