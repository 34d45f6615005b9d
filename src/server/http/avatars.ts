/** `/avatars/ID`: uploaded pictures, outside `/api`, because pages embed them. */
import type { Hono } from 'hono'
import { avatarOf } from '../storage/accounts/avatars.ts'
import type { Services } from './routes.ts'

export function mountAvatars(app: Hono, { storage }: Pick<Services, 'storage'>): void {
  app.get('/avatars/:id', async (context) => {
    const avatar = await avatarOf(storage, context.req.param('id'))
    if (!avatar) return context.text('There is no such picture.\n', 404)
    return new Response(new Uint8Array(avatar.bytes), {
      headers: {
        'content-type': avatar.type,
        // An id is never reused, so the response is immutable.
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'cross-origin',
      },
    })
  })
}
