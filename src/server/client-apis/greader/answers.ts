/** The answers of this protocol: JSON, a word of plain text, or a file. */
const fresh = { 'cache-control': 'private, no-store' }

export const json = (body: unknown): Response => Response.json(body, { headers: fresh })

export const plain = (text: string, status = 200): Response =>
  new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...fresh } })

/** JSON that calls itself text, as FreshRSS sends some of its answers: its clients parse those themselves. */
export const jsonText = (body: unknown): Response => plain(JSON.stringify(body))

export const file = (text: string, type: string): Response =>
  new Response(text, { headers: { 'content-type': type, ...fresh } })

export const done = (): Response => plain('OK')

/** With both names of the header by which readers know that they have to sign in again. */
export const unauthorized = (): Response =>
  new Response('Unauthorized!', {
    status: 401,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'google-bad-token': 'true',
      'x-reader-google-bad-token': 'true',
      ...fresh,
    },
  })

/** Thrown where a request makes no sense; its words are the answer. */
export class BadRequest extends Error {}
