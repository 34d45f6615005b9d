/** The routes of public pages (wire-contract 21), and redirects from old ones. */
import type { Context, Handler, Hono, MiddlewareHandler } from 'hono'
import { etag } from 'hono/etag'
import { html } from 'hono/html'
import { withoutBase } from '../../core/base-path.ts'
import { findCaller } from '../accounts/session.ts'
import { basePathOf, publicAddressOf } from '../http/base-path.ts'
import { peerAddress } from '../http/peer.ts'
import { countFailure, limitRequests } from '../http/rate-limit.ts'
import { publicPageHeaders } from '../http/security-headers.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/routes.ts'
import { layout, type Page } from './layout.ts'
import {
  publicationAtom,
  publicationContent,
  publicationJson,
  publicationPage,
  type PublicationContent,
} from './publication.ts'
import { entryPage, feedPage, listPage, userPage } from './pages.ts'

const pages: Readonly<Record<string, (services: Services, name: string) => Promise<Page>>> = {
  feeds: feedPage,
  lists: listPage,
  entries: entryPage,
  users: userPage,
}
const old = { feed: 'feeds', list: 'lists', profile: 'users' } as const
/** Previews are requested by many clients at once; a minute of caching is harmless. */
const CACHED = 'public, max-age=60'

type Reader = {
  /** Signs the cookies of sessions. */
  readonly secret: string
  /** Responds with the reader's page. */
  readonly reader: Handler
}

export function mountSharing(app: Hono, services: Services, options: Reader): void {
  const headers = publicPageHeaders(services.config)
  const base = basePathOf(services.config)
  // With a session the reader shows them, so that the user can follow them.
  for (const kind of ['feeds', 'lists', 'users']) app.get(`/share/${kind}/:name`, inReader(services, options))
  for (const [kind, page] of Object.entries(pages))
    app.get(`/share/${kind}/:name`, headers, async (context) => {
      const name = context.req.param('name')
      return page(services, name).then(
        (shown) => answer(context, services, shown),
        (thrown: unknown) => missing(context, services, thrown),
      )
    })
  mountPublications(app, services, headers)
  for (const [former, present] of Object.entries(old))
    app.get(`/${former}/:name`, (context) =>
      context.redirect(`${base}/share/${present}/${encodeURIComponent(context.req.param('name'))}`, 301),
    )
}

/** Pages at secret addresses, with their feeds. They are asked for anew each time, so that a withdrawn one is gone at once. */
function mountPublications(app: Hono, services: Services, headers: MiddlewareHandler): void {
  const kinds = {
    '': (content: PublicationContent, address: string, context: Context) =>
      written(context, services, publicationPage(content, address), 200),
    '/feed.xml': async (content: PublicationContent, address: string, context: Context) =>
      context.body(await publicationAtom(content, address), 200, {
        'content-type': 'application/atom+xml; charset=utf-8',
      }),
    '/feed.json': async (content: PublicationContent, address: string, context: Context) =>
      context.body(await publicationJson(content, address), 200, {
        'content-type': 'application/feed+json; charset=utf-8',
      }),
  }
  for (const [ending, respond] of Object.entries(kinds))
    app.get(`/share/p/:token${ending}`, headers, etag(), async (context) => {
      const requester = { kind: 'publication', address: peerAddress(context, services.config) }
      context.header('cache-control', 'no-cache')
      context.header('referrer-policy', 'no-referrer')
      context.header('x-robots-tag', 'noindex')
      try {
        await limitRequests(services, requester)
        const content = await publicationContent(services, context.req.param('token')).catch(
          async (thrown: unknown) => {
            if (thrown instanceof Refusal) await countFailure(services, { ...requester, secret: 'random' })
            throw thrown
          },
        )
        const { origin, pathname } = new URL(context.req.url)
        const page = withoutBase(basePathOf(services.config), pathname).slice(0, -ending.length || undefined)
        return await respond(content, publicAddressOf(services.config, origin) + page, context)
      } catch (thrown) {
        if (thrown instanceof Refusal && thrown.status === 429)
          return context.text('Too many requests. Try again later.\n', 429, { ...thrown.headers })
        return missing(context, services, thrown)
      }
    })
}

/** Responds to users with a session; passes other requests on. */
function inReader({ storage, now }: Services, { secret, reader }: Reader): MiddlewareHandler {
  return async (context, next) => {
    const caller = await findCaller(storage, secret, context.req.raw.headers, now())
    if (caller === null) await next()
    else context.res = (await reader(context, next)) as Response
    context.res.headers.append('vary', 'Cookie')
  }
}

function answer(context: Context, services: Services, page: Page): Response | Promise<Response> {
  context.header('cache-control', CACHED)
  return written(context, services, page, 200)
}

function missing(context: Context, services: Services, thrown: unknown): Response | Promise<Response> {
  if (!(thrown instanceof Refusal)) throw thrown
  const page: Page = {
    title: 'Nothing here',
    description: null,
    kind: 'website',
    body: html`<h1>Nothing here</h1>
      <p>What this link led to is gone, or is not for everybody.</p>`,
  }
  return written(context, services, page, 404)
}

function written(
  context: Context,
  services: Services,
  page: Page,
  status: 200 | 404,
): Response | Promise<Response> {
  return context.html(
    layout({ url: addressOf(context, services), base: basePathOf(services.config) }, page),
    status,
  )
}

/** Based on PUBLIC_URL if set: a preview must not contain a host claimed by a request. */
function addressOf({ req }: Context, { config }: Pick<Services, 'config'>): string {
  const { origin, pathname } = new URL(req.url)
  return publicAddressOf(config, origin) + withoutBase(basePathOf(config), pathname)
}
