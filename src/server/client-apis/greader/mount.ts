/** Mounts every call of the protocol, at the paths of both servers that clients know. */
import type { Context, Hono } from 'hono'
import { withoutBase } from '../../../core/base-path.ts'
import type { CallName } from '../../../contract/paths.ts'
import { requireScope } from '../../access/require-scope.ts'
import { basePathOf } from '../../http/base-path.ts'
import { peerAddress } from '../../http/peer.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Routes, Services } from '../../http/routes.ts'
import { withoutNul } from '../../http/strip-nul.ts'
import { contractFor } from '../shared/contract.ts'
import { readForm } from '../shared/form.ts'
import { BadRequest, file, json, jsonText, plain, unauthorized } from './responses.ts'
import { itemsContents, streamContents, streamCount, streamIds } from './contents.ts'
import {
  disableTag,
  quickAdd,
  renameTag,
  subscribed,
  subscriptionEdit,
  subscriptionList,
  tagList,
  unreadCount,
} from './following.ts'
import { hasToken, login, userOf, refused, tokenOf, type LoginServices } from './login.ts'
import { requireAppPasswords } from '../shared/password.ts'
import { editTag, markAllAsRead } from './marking.ts'
import type { Reading } from './reading.ts'
import { searchIds } from './search.ts'

const FRESHRSS = '/api/greader.php'

/** By the path below `reader/api/0/`. Clients use GET and POST alike for reads; a write must be a POST. All need `read`. */
const reads: Readonly<Record<string, (reading: Reading) => Promise<Response>>> = {
  'user-info': userInfo,
  'tag/list': tagList,
  subscribed,
  'subscription/list': subscriptionList,
  'subscription/export': exported,
  'unread-count': unreadCount,
  'stream/contents': streamContents,
  'stream/items/ids': streamIds,
  'stream/items/contents': itemsContents,
  'stream/items/count': streamCount,
  'search/items/ids': searchIds,
  'preference/list': async () => json({ prefs: [] }),
  'preference/stream/list': async () => json({ streamprefs: {} }),
}
/** With the contract's call whose scope it needs. */
const writes: Readonly<Record<string, readonly [CallName, (reading: Reading) => Promise<Response>]>> = {
  'subscription/quickadd': ['subscriptions.create', quickAdd],
  'subscription/edit': ['subscriptions.update', subscriptionEdit],
  'subscription/import': ['subscriptions.import', imported],
  'edit-tag': ['reads.mark', editTag],
  'rename-tag': ['categories.update', renameTag],
  'disable-tag': ['categories.delete', disableTag],
  'mark-all-as-read': ['reads.markAll', markAllAsRead],
}

/** @param secret signs the tokens */
export function mountGreader(app: Hono, services: Services, routes: Routes, secret: string): void {
  const loginServices: LoginServices = { ...services, secret }
  for (const base of [FRESHRSS, '']) {
    app.all(`${base}/accounts/ClientLogin`, (context) =>
      guarded(services, context, async () =>
        login(loginServices, (await readForm(context.req.raw)).values, peerAddress(context, services.config)),
      ),
    )
    app.all(`${base}/reader/api/0/*`, (context) =>
      guarded(services, context, () => answer(services, routes, loginServices, context, base)),
    )
  }
  // The page of FreshRSS for testing the API address.
  app.get(`${FRESHRSS}/check/compatibility`, () => plain('PASS'))
  app.get(FRESHRSS, () => plain('OK'))
}

async function answer(
  services: Services,
  routes: Routes,
  loginServices: LoginServices,
  context: Context,
  base: string,
): Promise<Response> {
  const { req } = context
  const address = peerAddress(context, services.config)
  const { pathname } = new URL(req.url)
  const below = withoutBase(basePathOf(services.config), pathname).slice(`${base}/reader/api/0/`.length)
  const named = decodeURIComponent(below)
  const path = withoutNul(named).replace(/\/$/, '')
  const inPath = path.startsWith('stream/contents/')
  const name = inPath ? 'stream/contents' : path
  const form = await readForm(req.raw, name === 'subscription/import' ? 'file' : 'form')
  const account = await userOf(loginServices, req.raw.headers, form.values, name in writes)
  // A request without a token is not a guess: clients send it to see whether they must sign in.
  if (!account)
    return hasToken(req.raw.headers, form.values) ? refused(loginServices, address) : unauthorized()
  if (name === 'token') return plain(tokenOf(loginServices, account))
  if (name in writes && req.method !== 'POST') return plain('This call has to be a POST.', 405)
  const [needed, call] = writes[name] ?? ['entries.list', reads[name]]
  if (!call) return plain('Not implemented!', 501)
  requireScope(account.user, needed)
  const contract = contractFor(services, routes, account, address)
  return call({
    services,
    contract,
    account,
    form,
    asFreshRss: base === FRESHRSS,
    rest: inPath ? path.slice('stream/contents/'.length) : '',
  })
}

/** Converts thrown errors to responses of this protocol. */
async function guarded(
  { config, log }: Services,
  { req }: Context,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    requireAppPasswords(config)
    return await work()
  } catch (error) {
    if (error instanceof URIError) return plain('The address cannot be read.', 400)
    if (error instanceof BadRequest) return plain(`Bad Request! ${error.message}`, 400)
    if (error instanceof Refusal) return plain(error.reason ?? error.message, error.status, error.headers)
    log.error('A request of a client API failed', { path: req.path, cause: error })
    return plain('Internal Server Error!', 500)
  }
}

async function userInfo({ account: { user, name, email }, asFreshRss }: Reading): Promise<Response> {
  const info = { userId: user.id, userName: name, userProfileId: user.id, userEmail: email }
  return asFreshRss ? jsonText(info) : json(info)
}

async function exported({ contract }: Reading): Promise<Response> {
  const opml = await contract('subscriptions.export', { folderMode: 'category' })
  return file(opml, 'text/x-opml; charset=utf-8')
}

async function imported({ contract, form }: Reading): Promise<Response> {
  if (form.body.length === 0) throw new BadRequest('An OPML is needed')
  await contract('subscriptions.import', { file: form.body })
  return plain('OK')
}
