/** The first page of the list that an address shows, for a browser that has nothing of its user yet. */
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { FIRST_PAGE_ID, type FirstPage } from '../contract/first-page.ts'
import { parseQuery } from '../contract/query/parse.ts'
import { datedQuery, ranksEntries } from '../contract/query/narrow-query.ts'
import { fromPath, home, type LocationSource, type ReaderLocation } from '../contract/reader-location.ts'
import { sessionUser, type SessionUser } from '../contract/session.ts'
import { effectiveSettings, generalDefaults, type GeneralSettings } from '../contract/setting-defaults.ts'
import type { Subscription } from '../contract/subscriptions.ts'
import type { View } from '../contract/views.ts'
import { STORED_COOKIE, USER_COOKIE } from '../core/user-cookie.ts'
import type { Checked } from '../contract/calls.ts'
import { readLinks } from './storage/accounts/users.ts'
import type { Storage } from './storage/open.ts'
import { contractFor, type Contract } from './client-apis/shared/contract.ts'
import type { CallerOf } from './http/answer.ts'
import type { CarryData } from './http/pages.ts'
import { peerAddress } from './http/peer.ts'
import { Refusal } from './http/refusal.ts'
import type { Routes, Services } from './http/routes.ts'

/** The reader shows as many rows with its first list (FIRST_ROWS in src/model/timeline), and reads on from the last. */
const ITEMS = 50
/** The social view shows whole posts. */
const VIEW_WITH_CONTENT = 1

/**
 * @returns what a page carries: null for every address but that of a list, and where the browser has a list itself, or the
 * data cannot be read, which must not keep the page back
 */
export function createFirstPage(services: Services, routes: Routes, callerOf: CallerOf): CarryData {
  const read = reader(services, routes, callerOf)
  return async (context) => {
    try {
      return await read(context)
    } catch (error) {
      // The address names what is not the user's: the reader says so.
      if (error instanceof Refusal) return null
      services.log.error('The first list of a page could not be read', { cause: error })
      return null
    }
  }
}

function reader(services: Services, routes: Routes, callerOf: CallerOf): CarryData {
  return async (context) => {
    const location = locationOf(context)
    const mark = getCookie(context, USER_COOKIE)
    if (!location || !mark || getCookie(context, STORED_COOKIE) === mark) return null
    const address = peerAddress(context, services.config)
    const user = await callerOf(context.req.raw.headers, address)
    if (!user?.sessionId || user.access) return null
    const contract = contractFor(services, routes, { user }, address)
    const { data: subscriptions } = await contract('subscriptions.list', {})
    // Who follows nothing is asked what to follow.
    if (subscriptions.length === 0) return null
    const { settings, updated } = await contract('settings.get', {})
    const { general = {} } = settings
    const effective = effectiveSettings(
      'general',
      generalDefaults,
      general,
      general['enhancedSettings'] === true,
    )
    const list = await listOf(contract, location, { subscriptions, settings: effective })
    if (!list) return null
    const { data: unread } = await contract('reads.counts', {})
    const page: FirstPage = {
      user: await userById(services.storage, user.id),
      imageProxy: services.config.IMAGE_PROXY,
      subscriptions,
      unread,
      settings: { settings, updated },
      list,
    }
    return { id: FIRST_PAGE_ID, data: page }
  }
}

/** Only for the page of a window: what a service worker fetches is stored for whoever comes next. */
function locationOf(context: Context): ReaderLocation | null {
  const { path } = context.req
  const isWindow = context.req.method === 'GET' && context.req.header('sec-fetch-dest') === 'document'
  if (!isWindow || new URL(context.req.url).search !== '') return null
  const location = path === '/' ? home : fromPath(path)
  return location?.entryId === null ? location : null
}

type Followed = { readonly subscriptions: readonly Subscription[]; readonly settings: GeneralSettings }

/** These show read entries, too (src/model/timeline/list-options.ts). */
const listsRead: readonly LocationSource['kind'][] = ['search', 'collections', 'reading-list']

/** As src/model/timeline/sources.ts asks for it. Null: the reader has to work out what the list is of. */
async function listOf(
  contract: Contract,
  { view, source }: ReaderLocation,
  { subscriptions, settings }: Followed,
): Promise<FirstPage['list'] | null> {
  const unreadOnly = settings.unreadOnly && !listsRead.includes(source.kind)
  const request = { view, limit: ITEMS, ...(unreadOnly && { read: false }) }
  const withContent = view === VIEW_WITH_CONTENT && { withContent: true }
  const listed = async (of: Partial<Checked<'entries.list'>>) =>
    (await contract('entries.list', { ...request, ...of, ...withContent })).data ?? []
  const page = (items: FirstPage['list']['items'], of: Partial<FirstPage['list']> = {}) => ({
    view,
    unreadOnly,
    items,
    done: items.length < ITEMS,
    ...of,
  })
  switch (source.kind) {
    case 'all':
      return page(await listed(settings.hidePrivateSubscriptionsInTimeline ? { excludePrivate: true } : {}))
    case 'collections':
      return page(await listed({ isCollection: true }), { isOfStars: true })
    case 'feed':
      return page(await listed({ feedId: source.id }))
    case 'list':
      return page(await listed({ listId: source.id }))
    case 'inbox': {
      const { data = [] } = await contract('entries.inboxList', { ...request, inboxId: source.id })
      return page(data)
    }
    case 'folder': {
      const feedIds = subscriptions.flatMap((one) =>
        'feeds' in one && one.view === view && one.category === source.name ? one.feedId : [],
      )
      return feedIds.length > 0 ? page(await listed({ feedIdList: feedIds }), { feedIds }) : null
    }
    case 'search':
      return listOfSearch(contract, view, source.query)
    case 'reading-list':
      return page([], { isReadingList: true })
  }
}

/** Null: a plugin ranks its entries, which takes its time, or it cannot be read, of which the reader tells. */
async function listOfSearch(
  contract: Contract,
  view: View,
  query: string,
): Promise<FirstPage['list'] | null> {
  const parsed = parseQuery(query)
  if (!parsed.ok || ranksEntries(query)) return null
  const { data, cursor } = await contract('entries.search', { q: datedQuery(query), limit: ITEMS })
  const search = { query, order: parsed.ast.sort ?? 'new' }
  return { view, unreadOnly: false, items: data, done: cursor === undefined, search }
}

async function userById({ db }: Storage, id: string): Promise<SessionUser> {
  const row = await db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return sessionUser.parse({
    ...row,
    emailVerified: Boolean(row.emailVerified),
    twoFactorEnabled: row.twoFactorEnabled === null ? null : Boolean(row.twoFactorEnabled),
    deleted: row.deleted === null ? null : Boolean(row.deleted),
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
    socialLinks: readLinks(row.socialLinks),
  })
}
