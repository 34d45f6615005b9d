/** `/api/plugins/PLUGIN/public/NAME/TOKEN`: files that plugins serve to programs without a session, such as podcast apps. */
import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import type { PublicFile } from '../../plugin-api/server.ts'
import { publicAddressOf } from '../http/base-path.ts'
import { peerAddress } from '../http/peer.ts'
import { countFailure } from '../http/rate-limit.ts'
import type { Services } from '../http/routes.ts'

type FileRequest = {
  readonly plugin: string
  readonly name: string
  readonly token: string
  /** The address of the reader. */
  readonly reader: string
}
/** @returns null for any wrong address */
export type FindPublicFile = (request: FileRequest) => Promise<PublicFile | null>

export function mountPublicFiles(app: Hono, services: Services, find: FindPublicFile): void {
  app.get('/api/plugins/:plugin/public/:name/:token', async (context) => {
    const reader = publicAddressOf(services.config, new URL(context.req.url).origin)
    const file = await find({ ...context.req.param(), reader })
    if (!file) {
      const address = peerAddress(context, services.config)
      await countFailure(services, { kind: 'plugin address', secret: 'random', address })
      return new Response('', { status: 404, headers: { 'cache-control': 'no-store' } })
    }
    const etag = `"${createHash('sha256').update(file.text).digest('base64url')}"`
    const headers = {
      etag,
      'cache-control': 'private, no-cache',
      'content-type': `${file.type}; charset=utf-8`,
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    }
    if (context.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers })
    return new Response(file.text, { headers })
  })
}
