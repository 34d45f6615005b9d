/** The content of each public page. Calls run without a user, so a page shows what is public and refuses like the calls. */
import { html } from 'hono/html'
import type { EntryCore, Feed, List } from '../../contract/shapes.ts'
import { webAddress } from '../../core/safe-href.ts'
import { basePathOf } from '../http/base-path.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Services } from '../http/routes.ts'
import { feedsRoutes } from '../routes/feeds.ts'
import { listsRoutes } from '../routes/lists.ts'
import { profilesRoutes } from '../routes/profiles.ts'
import { toEntry } from '../routes/wire-entry.ts'
import { toFeeds } from '../routes/wire-feed.ts'
import { contentsOf, newestEntries, visibleEntries } from '../storage/entries/entries.ts'
import { feedsById, visibleFeedById, visibleFeedIds } from '../storage/feeds/feeds-read.ts'
import { subscriptionsOf } from '../storage/lists/subscriptions.ts'
import { embed } from './embed.ts'
import { byline, link, nothingYet, picture, type Page } from './layout.ts'

const ENTRIES = 20

/** A request context without a user. */
const asNobody = (services: Services): RequestContext<null> => ({
  ...services,
  user: null,
  idempotencyKey: null,
  headers: new Headers(),
  // Pages are short: none is ended early.
  signal: new AbortController().signal,
  // No page is protected by a secret, so no attempts are counted.
  address: '',
  demandCode: async () => {
    throw new Refusal('unauthorized')
  },
  requireProof: async () => {
    throw new Refusal('unauthorized')
  },
})

/** @throws Refusal when there is no such public feed */
export async function feedPage(services: Services, id: string): Promise<Page> {
  const { data } = await feedsRoutes['feeds.get'](asNobody(services), { id, entriesLimit: 0 })
  const rows = await newestEntries(services.storage, id, ENTRIES)
  const { feed, subscriptionCount } = data
  return {
    ...ofFeed(feed),
    kind: 'website',
    feed: webAddress(feed.url),
    open: `${basePathOf(services.config)}/timeline/view-0/${id}`,
    body: html`<header>
        ${picture(feed.image)}
        <h1>${link(feed.siteUrl, titleOf(feed))}</h1>
        <p>${feed.description ?? ''}</p>
        <p class="soft">${followers(subscriptionCount)} · ${link(feed.url, feed.url)}</p>
      </header>
      ${entryList(basePathOf(services.config), rows.map(toEntry))}`,
  }
}

/** @throws Refusal when there is no such list */
export async function listPage(services: Services, listId: string): Promise<Page> {
  const { data } = await listsRoutes['lists.get'](asNobody(services), { listId })
  const { list, entries, subscriptionCount } = data
  return {
    title: list.title ?? 'List',
    description: list.description ?? null,
    image: list.image,
    kind: 'website',
    open: `${basePathOf(services.config)}/timeline/view-${list.view}/list-${listId}`,
    body: html`<header>
        ${picture(list.image)}
        <h1>${list.title ?? 'List'}</h1>
        <p>${list.description ?? ''}</p>
        <p class="soft">${followers(subscriptionCount)}${byOwner(basePathOf(services.config), list)}</p>
      </header>
      <h2>Feeds</h2>
      ${feedList(basePathOf(services.config), list.feeds ?? [])}
      ${
        entries.length === 0
          ? ''
          : html`<h2>Newest entries</h2>
              ${entryList(basePathOf(services.config), entries)}`
      }`,
  }
}

/** @throws Refusal when there is no such public entry */
export async function entryPage(services: Services, id: string): Promise<Page> {
  const { storage } = services
  const [row] = await visibleEntries(storage, null, [id])
  const feedRow = row && (await visibleFeedById(storage, null, row.feedId))
  if (!row || !feedRow) throw new Refusal('entryNotFound')
  const feed = (await toFeeds(storage, [feedRow])).get(feedRow.id)
  const content = (await contentsOf(storage, [id])).get(id)
  const entry = toEntry(row)
  const shown =
    content === undefined
      ? undefined
      : await services.parsing.parse('sharedEntry', content).catch(() => undefined)
  const photo = entry.media?.find(({ type }) => type === 'photo')?.url
  return {
    title: entry.title ?? feed?.title ?? 'Entry',
    description: entry.description ?? shown?.description ?? null,
    image: photo ?? feed?.image,
    language: entry.language,
    kind: 'article',
    open: `${basePathOf(services.config)}/timeline/view-0/${row.feedId}/${id}`,
    body: html`<article>
      <p class="soft">
        <a href="${basePathOf(services.config)}/share/feeds/${row.feedId}">${feed ? titleOf(feed) : ''}</a>
      </p>
      <h1>${link(entry.url, entry.title ?? 'Untitled')}</h1>
      <p class="soft">${byline([entry.author], entry.publishedAt)}</p>
      <div>${shown === undefined ? html`<p>${entry.description ?? ''}</p>` : embed(shown.html)}</div>
    </article>`,
  }
}

/** @param name an id, or a handle with its @ @throws Refusal when there is no such user */
export async function userPage(services: Services, name: string): Promise<Page> {
  const { storage } = services
  const base = basePathOf(services.config)
  const anonymous = asNobody(services)
  const { data: profile } = await profilesRoutes['profiles.get'](anonymous, { id: name })
  const followed = (await subscriptionsOf(storage, profile.id, { open: true })).map(({ feedId }) => feedId)
  const seen = await visibleFeedIds(storage, null, followed)
  const feeds = await toFeeds(storage, (await feedsById(storage, seen)).values())
  const { data: lists } = await listsRoutes['lists.list'](anonymous, { userId: profile.id })
  const displayName = profile.name ?? profile.handle ?? 'Reader'
  return {
    title: displayName,
    description: profile.bio,
    image: profile.image,
    kind: 'profile',
    body: html`<header>
        ${picture(profile.image)}
        <h1>${displayName}</h1>
        <p class="soft">${profile.handle ? `@${profile.handle}` : ''}</p>
        <p>${profile.bio ?? ''}</p>
        <p>${link(profile.website, profile.website ?? '')}</p>
      </header>
      ${lists.length > 0 ? html`<h2>Lists</h2>` : ''}
      <ul>
        ${lists.map((list) => html`<li><a href="${base}/share/lists/${list.id}">${list.title ?? 'List'}</a></li>`)}
      </ul>
      <h2>Follows</h2>
      ${feedList(base, [...feeds.values()])}`,
  }
}

const titleOf = (feed: Feed): string => feed.title || feed.url
const ofFeed = (feed: Feed) => ({
  title: titleOf(feed),
  description: feed.description ?? null,
  image: feed.image,
})
const followers = (count: number): string => (count === 1 ? '1 follower' : `${count} followers`)

const byOwner = (base: string, { owner }: List) =>
  owner
    ? html` · <a href="${base}/share/users/${owner.id}">${owner.name ?? owner.handle ?? 'Reader'}</a>`
    : ''

const feedList = (base: string, feeds: readonly Feed[]) =>
  feeds.length === 0
    ? nothingYet
    : html`<ul>
        ${feeds.map(
          (feed) =>
            html`<li>
              <a href="${base}/share/feeds/${feed.id ?? ''}">${titleOf(feed)}</a>
              <p>${feed.description ?? ''}</p>
            </li>`,
        )}
      </ul>`

const entryList = (base: string, entries: readonly EntryCore[]) =>
  entries.length === 0
    ? nothingYet
    : html`<ul>
        ${entries.map(
          (entry) =>
            html`<li>
              <a href="${base}/share/entries/${entry.id}"
                >${entry.title || entry.description?.slice(0, 80) || 'Untitled'}</a
              >
              <p>${byline([entry.author], entry.publishedAt)}</p>
            </li>`,
        )}
      </ul>`
