/** `/avatars/ID`: uploaded pictures, outside `/api`, because they stand in pages as pictures do. */
import type { Hono } from 'hono'
import { avatarOf } from '../storage/avatars.ts'
import type { Services } from './routes.ts'

export function mountAvatars(app: Hono, { storage }: Pick<Services, 'storage'>): void {
  app.get('/avatars/:id', async (context) => {
    const found = await avatarOf(storage, context.req.param('id'))
    if (!found) return context.text('There is no such picture.\n', 404)
    return new Response(new Uint8Array(found.bytes), {
      headers: {
        'content-type': found.type,
        // An id is never used twice, so what was seen once stays right.
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'cross-origin',
      },
    })
  })
}
