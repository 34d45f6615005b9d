/** Parses the parameters of a request: query and form, which clients mix. */
import { FILE_LIMIT, JSON_LIMIT, readBody } from '../../http/body.ts'
import { withoutNul } from '../../http/strip-nul.ts'

export type Form = {
  readonly values: URLSearchParams
  /** Only those of the form: queries are in the logs of proxies. */
  readonly posted: URLSearchParams
  /** The body when it is not a form: an OPML. */
  readonly body: Uint8Array
}

/**
 * Query and form in one list, the form's values first. Many clients send no content type, so a body that can be a form
 * is parsed as one. @throws Refusal when the body is too long
 */
export async function readForm(request: Request, kind: 'form' | 'file' = 'form'): Promise<Form> {
  const query = new URL(request.url).searchParams
  if (request.method === 'GET' || request.method === 'HEAD')
    return { values: withoutNulValues([...query]), posted: new URLSearchParams(), body: new Uint8Array() }
  const body = await readBody(request, kind === 'file' ? FILE_LIMIT : JSON_LIMIT)
  const type = request.headers.get('content-type') ?? ''
  if (kind === 'file' && !type.includes('form-data'))
    return { values: withoutNulValues([...query]), posted: new URLSearchParams(), body }
  const parsed = type.includes('multipart/form-data')
    ? await multipart(body, type)
    : { texts: [...new URLSearchParams(new TextDecoder().decode(body))], file: body }
  return {
    values: withoutNulValues([...parsed.texts, ...query]),
    posted: withoutNulValues(parsed.texts),
    body: parsed.file,
  }
}

const withoutNulValues = (parsed: readonly [string, string][]): URLSearchParams =>
  new URLSearchParams(parsed.map(([key, value]): [string, string] => [key, withoutNul(value)]))

async function multipart(body: Uint8Array<ArrayBuffer>, type: string) {
  const form = await new Response(body, { headers: { 'content-type': type } })
    .formData()
    .catch(() => new FormData())
  const texts: [string, string][] = []
  let file = new Uint8Array()
  for (const [key, value] of form)
    if (typeof value === 'string') texts.push([key, value])
    else file = new Uint8Array(await value.arrayBuffer())
  return { texts, file }
}
