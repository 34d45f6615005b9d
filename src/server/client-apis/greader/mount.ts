/** Every call of the protocol, at the addresses of both servers that readers know. */
import type { Context, Hono } from 'hono'
import { peerAddress } from '../../http/peer.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Routes, Services } from '../../http/routes.ts'
import { withoutNul } from '../../http/strip-nul.ts'
import { contractFor } from '../shared/contract.ts'
import { readForm } from '../shared/form.ts'
import { BadRequest, file, json, jsonText, plain, unauthorized } from './answers.ts'
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
import { editTag, markAllAsRead } from './marking.ts'
import type { Reading } from './reading.ts'

const FRESHRSS = '/api/greader.php'

/** By the path below `reader/api/0/`. Readers take GET and POST for the same thing, but a write is only ever a POST. */
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
  'preference/list': async () => json({ prefs: [] }),
  'preference/stream/list': async () => json({ streamprefs: {} }),
}
const writes: typeof reads = {
  'subscription/quickadd': quickAdd,
  'subscription/edit': subscriptionEdit,
  'subscription/import': imported,
  'edit-tag': editTag,
  'rename-tag': renameTag,
  'disable-tag': disableTag,
  'mark-all-as-read': markAllAsRead,
}

/** @param secret signs the tokens */
export function mountGreader(app: Hono, services: Services, routes: Routes, secret: string): void {
  const door: LoginServices = { ...services, secret }
  for (const base of [FRESHRSS, '']) {
    app.all(`${base}/accounts/ClientLogin`, (context) =>
      guarded(services, context, async () =>
        login(door, (await readForm(context.req.raw)).values, peerAddress(context, services.config)),
      ),
    )
    app.all(`${base}/reader/api/0/*`, (context) =>
      guarded(services, context, () => answer(services, routes, door, context, base)),
    )
  }
  // The page that FreshRSS offers for trying an address out.
  app.get(`${FRESHRSS}/check/compatibility`, () => plain('PASS'))
  app.get(FRESHRSS, () => plain('OK'))
}

async function answer(
  services: Services,
  routes: Routes,
  door: LoginServices,
  context: Context,
  base: string,
): Promise<Response> {
  const { req } = context
  const address = peerAddress(context, services.config)
  const named = decodeURIComponent(new URL(req.url).pathname.slice(`${base}/reader/api/0/`.length))
  const path = withoutNul(named).replace(/\/$/, '')
  const inPath = path.startsWith('stream/contents/')
  const name = inPath ? 'stream/contents' : path
  const form = await readForm(req.raw, name === 'subscription/import' ? 'file' : 'form')
  const person = await userOf(door, req.raw.headers, form.values, name in writes)
  // Without a token nothing was guessed: readers ask like this to see whether they have to sign in.
  if (!person) return hasToken(req.raw.headers, form.values) ? refused(door, address) : unauthorized()
  if (name === 'token') return plain(tokenOf(door, person))
  if (name in writes && req.method !== 'POST') return plain('This call has to be a POST.', 405)
  const call = reads[name] ?? writes[name]
  if (!call) return plain('Not implemented!', 501)
  const contract = contractFor(services, routes, person, address)
  return call({
    services,
    contract,
    person,
    form,
    asFreshRss: base === FRESHRSS,
    rest: inPath ? path.slice('stream/contents/'.length) : '',
  })
}

/** What a call throws, as this protocol says it. */
async function guarded(
  { log }: Services,
  { req }: Context,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof URIError) return plain('The address cannot be read.', 400)
    if (error instanceof BadRequest) return plain(`Bad Request! ${error.message}`, 400)
    if (error instanceof Refusal) return plain(error.reason ?? error.message, error.status)
    log.error('A call of another reader failed', { path: req.path, cause: error })
    return plain('Internal Server Error!', 500)
  }
}

async function userInfo({ person: { user, name, email }, asFreshRss }: Reading): Promise<Response> {
  const told = { userId: user.id, userName: name, userProfileId: user.id, userEmail: email }
  return asFreshRss ? jsonText(told) : json(told)
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
