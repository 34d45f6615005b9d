/** Responses of this protocol: JSON, plain text, or a file. */
const fresh = { 'cache-control': 'private, no-store' }

export const json = (body: unknown): Response => Response.json(body, { headers: fresh })

export const plain = (text: string, status = 200, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(text, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...fresh, ...headers },
  })

/** JSON with a text content type, as FreshRSS sends for some calls. */
export const jsonText = (body: unknown): Response => plain(JSON.stringify(body))

export const file = (text: string, type: string): Response =>
  new Response(text, { headers: { 'content-type': type, ...fresh } })

export const done = (): Response => plain('OK')

/** With both header names that make clients sign in again. */
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

/** Thrown for an invalid request; its message is the response. */
export class BadRequest extends Error {}
