/** The WebSub callback (WebSub 5.3 and 7): `/websub/TOKEN`, outside `/api`, because hubs have no account. */
import type { Hono } from 'hono'
import { FILE_LIMIT, readBody } from './body.ts'
import { Refusal } from './refusal.ts'
import type { Services } from './routes.ts'

const PATH = '/websub/:token'

export function mountWebSub(app: Hono, { feeds }: Pick<Services, 'feeds'>): void {
  app.get(PATH, async (context) => {
    const challenge = await feeds.hub.verify(
      context.req.param('token'),
      new URL(context.req.url).searchParams,
    )
    return challenge === null ? context.text('', 404) : context.text(challenge, 200, PLAIN)
  })
  app.post(PATH, async (context) => {
    const pushed = await bodyOf(context.req.raw)
    if (pushed === null) return context.text('', 413)
    const isAccepted = await feeds.hub.push(context.req.param('token'), {
      body: pushed,
      contentType: context.req.header('content-type') ?? null,
      signature: context.req.header('x-hub-signature') ?? null,
    })
    // 410 makes a hub drop the subscription; an unauthenticated sender must not learn of it (WebSub 7.1).
    return context.text('', isAccepted ? 202 : 410)
  })
}

/** The challenge comes from outside: it must never be rendered as a page. */
const PLAIN = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }

async function bodyOf(request: Request): Promise<Uint8Array | null> {
  try {
    return await readBody(request, FILE_LIMIT)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
