/** `/recordings/SIGNATURE?url=ADDRESS&from=BYTE`: a part of a recording, outside `/api`, as pictures are. */
import type { Hono } from 'hono'
import { RECORDING_PART } from '../../contract/offline.ts'
import type { Services } from '../http/routes.ts'

export function mountRecordings(app: Hono, { recordings }: Pick<Services, 'recordings'>): void {
  app.get('/recordings/:signature', async (context) => {
    const url = context.req.query('url') ?? ''
    if (!recordings.isSigned(url, context.req.param('signature')))
      return failed('This address was not signed here.', 403)
    const from = Number(context.req.query('from') ?? 0)
    if (!Number.isSafeInteger(from) || from < 0 || from % RECORDING_PART !== 0)
      return failed(`A part begins at a multiple of ${RECORDING_PART}.`, 400)
    const part = await recordings.part(url, from)
    if (!part) return failed('No recording can be fetched from this address, or it is too large.', 502)
    return new Response(new Uint8Array(part.bytes), {
      status: 206,
      headers: {
        'content-type': part.type,
        'content-length': String(part.bytes.byteLength),
        'content-range': `bytes ${from}-${from + part.bytes.byteLength - 1}/${part.size}`,
        'cache-control': 'private, no-store',
        'cross-origin-resource-policy': 'same-origin',
      },
    })
  })
}

const failed = (text: string, status: number) =>
  new Response(`${text}\n`, { status, headers: { 'cache-control': 'no-store' } })
