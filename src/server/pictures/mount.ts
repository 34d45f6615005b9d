/** `/pictures/SIGNATURE?url=ADDRESS`: pictures of entries, outside `/api`, because pages embed them. */
import type { Hono } from 'hono'
import type { Services } from '../http/routes.ts'

/** s: the address is signed and its picture seldom changes. */
const MAX_AGE_S = 7 * 86_400

export function mountPictures(app: Hono, { pictures }: Pick<Services, 'pictures'>): void {
  app.get('/pictures/:signature', async (context) => {
    const url = context.req.query('url') ?? ''
    if (!pictures.isSigned(url, context.req.param('signature')))
      return failed('This address was not signed here.', 403)
    const picture = await pictures.picture(url)
    if (!picture) return failed('No picture can be fetched from this address.', 502)
    const etag = `"${picture.etag}"`
    const headers = {
      etag,
      'cache-control': `private, max-age=${MAX_AGE_S}`,
      // Pages of other sites must not use this server for their pictures.
      'cross-origin-resource-policy': 'same-origin',
    }
    if (context.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers })
    return new Response(new Uint8Array(picture.bytes), {
      headers: { ...headers, 'content-type': picture.type, 'content-length': String(picture.bytes.length) },
    })
  })
}

const failed = (text: string, status: number) =>
  new Response(`${text}\n`, { status, headers: { 'cache-control': 'no-store' } })
