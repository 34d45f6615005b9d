/** The endpoint of the protocol, at the paths that clients know. */
import type { Context, Hono } from 'hono'
import { requireScope } from '../../access/require-scope.ts'
import { peerAddress } from '../../http/peer.ts'
import { countFailure } from '../../http/rate-limit.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Routes, Services } from '../../http/routes.ts'
import { contractFor } from '../shared/contract.ts'
import { readForm } from '../shared/form.ts'
import { requireAppPasswords, userByFeverKey } from '../shared/password.ts'
import {
  favicons,
  feeds,
  groups,
  items,
  lastRefresh,
  links,
  savedItemIds,
  unreadItemIds,
  type Part,
  type Reading,
} from './parts.ts'
import { mark, unreadRecent } from './mark.ts'
import { escapeMarkup, withoutXmlForbidden } from '../../../core/escape-markup.ts'

const ADDRESSES = ['/api/fever.php', '/fever', '/fever/']
const VERSION = 3

const parts: Readonly<Record<string, (reading: Reading) => Promise<Part>>> = {
  groups,
  feeds,
  favicons,
  items,
  links,
  unread_item_ids: unreadItemIds,
  saved_item_ids: savedItemIds,
}

export function mountFever(app: Hono, services: Services, routes: Routes): void {
  for (const address of ADDRESSES)
    app.on(['GET', 'POST'], address, (context) => answer(services, routes, context))
}

/** Tells a connection test that no form with a key arrived. */
const NO_KEY_HEADER = 'x-lectern-no-key'

/** A wrong key is not an HTTP error: the response has `auth: 0`. */
async function answer(services: Services, routes: Routes, context: Context): Promise<Response> {
  const { req } = context
  try {
    requireAppPasswords(services.config)
    const { values, posted } = await readForm(req.raw)
    const key = posted.get('api_key') ?? ''
    const address = peerAddress(context, services.config)
    const account = await userByFeverKey(services.storage, key, services.now())
    if (!account) {
      if (key) await countFailure(services, { kind: 'app-password', secret: 'random', address })
      return written(values, { api_version: VERSION, auth: 0 }, key ? {} : { [NO_KEY_HEADER]: 'true' })
    }
    // Every response of this protocol reveals something about the feeds.
    requireScope(account.user, 'entries.list')
    const reading = { services, account, values, contract: contractFor(services, routes, account, address) }
    // Writes run first, so that reads include them.
    const changed = req.method === 'POST' ? await change(reading) : {}
    const results = await Promise.all(
      Object.entries(parts).map(([word, part]) => (values.has(word) ? part(reading) : {})),
    )
    const body = { api_version: VERSION, auth: 1, ...(await lastRefresh(reading)), ...changed }
    return written(values, Object.assign(body, ...results))
  } catch (error) {
    if (error instanceof Refusal)
      return new Response(error.reason ?? error.message, { status: error.status, headers: error.headers })
    services.log.error('A request of a client API failed', { path: req.path, cause: error })
    return new Response('Internal Server Error', { status: 500 })
  }
}

async function change(reading: Reading): Promise<Part> {
  const { values } = reading
  return {
    ...(values.has('mark') ? await mark(reading) : {}),
    ...(values.get('unread_recently_read') === '1' ? await unreadRecent(reading) : {}),
  }
}

function written(values: URLSearchParams, body: Part, more: Record<string, string> = {}): Response {
  const headers = { 'cache-control': 'private, no-store', ...more }
  if (values.get('api') !== 'xml') return Response.json(body, { headers })
  return new Response(xml(body), { headers: { ...headers, 'content-type': 'text/xml; charset=utf-8' } })
}

/** The response as XML, for `api=xml`: `response` outside, one element per field, the members of a list named by its singular. */
const xml = (body: Readonly<Record<string, unknown>>): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<response>${fields(body)}</response>\n`

function fields(body: Readonly<Record<string, unknown>>): string {
  return Object.entries(body)
    .map(([name, value]) => `<${name}>${inside(name, value)}</${name}>`)
    .join('')
}

function inside(name: string, value: unknown): string {
  if (!Array.isArray(value)) return escapeMarkup(withoutXmlForbidden(String(value)))
  const one = name.replace(/s$/, '')
  return value.map((item: Record<string, unknown>) => `<${one}>${fields(item)}</${one}>`).join('')
}
