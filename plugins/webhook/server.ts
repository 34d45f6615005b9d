import { randomUUID } from 'node:crypto'
import {
  defineServer,
  PluginRefusal,
  required,
  succeeded,
  type Caller,
  type OutboundRequest,
  type ServerHost,
} from '../../src/plugin-api/server.ts'
import { highlightsCall, markdownOfPassages, passagesOf } from '../../src/plugin-api/passages.ts'
import { defineCalls, saveCall } from '../../src/plugin-api/manifest.ts'
import { fieldsIn, fillingOf, type Escape, type Fields } from './template.ts'

/** The headers of a request, one a line: `Name: value`. */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/
/** Field values of HTTP: visible characters of ISO 8859-1, spaces and tabs (RFC 9110 5.5). */
const VALUE = /^[\t\u0020-\u007E\u0080-\u00FF]*$/
/** Headers that the connection sets itself. */
const OF_THE_CONNECTION = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** @returns the headers, their names in lower case. @throws PluginRefusal `headers.…` that names the line */
function headersOf(text: string): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [at, written] of text.split(/\r?\n/).entries()) {
    if (written.trim() === '') continue
    const line = at + 1
    const colon = written.indexOf(':')
    const name = written.slice(0, colon).trim().toLowerCase()
    const value = written.slice(colon + 1).trim()
    if (colon < 1 || !NAME.test(name) || !VALUE.test(value))
      throw new PluginRefusal('headers.wrong', { line })
    if (OF_THE_CONNECTION.has(name)) throw new PluginRefusal('headers.notYours', { line, name })
    headers[name] = value
  }
  return headers
}

const calls = defineCalls({ save: saveCall, highlights: highlightsCall })

const SERVICE = 'Webhook'
/** Bytes of the address, and of the body. */
const MAX_ADDRESS = 8000
const MAX_BODY = 1_000_000
/** As the secrets of the webhooks of rules. */
const SIGNING_SECRET = /^whsec_[A-Za-z0-9+/]{24,}={0,2}$/

type Method = NonNullable<OutboundRequest['method']>

/** One request to the user's own address for each entry. */
export default defineServer(({ answer, markdown, signed }) => {
  const send = async (entryId: string, selection: string, caller: Caller) => {
    const address = required(caller.secret('webhookUrl'), SERVICE, 'webhookUrl')
    const method = caller.settings['webhookMethod'] as Method
    const body = String(caller.settings['webhookBody'])
    const headers = headersOf(caller.secret('webhookHeaders'))
    const named = fieldsIn(address + body)
    const highlights = named.has('highlights') ? markdownOfPassages(await passagesOf(caller, entryId)) : ''
    const saved = await caller.entry(entryId)
    const fields = { ...(await fieldsOf(saved, named, markdown)), selection, highlights }
    const url = fillingOf(address, fields, 'address')
    if (url.bytes > MAX_ADDRESS) throw new PluginRefusal('addressTooLong', { length: url.bytes })
    const sent =
      method === 'GET' || method === 'DELETE' || body === '' ? { headers } : withBody(body, fields, headers)
    const signature = signatureOf(caller.secret('webhookSecret'), 'body' in sent ? sent.body : '', signed)
    const request = { method, ...sent, headers: { ...sent.headers, ...signature } }
    succeeded(await caller.fetch(url.text(), request), SERVICE)
    return {}
  }
  answer(calls.save, ({ entryId, selection = '' }, caller) => send(entryId, selection, caller))
  answer(calls.highlights, async ({ entryId }, caller) => void (await send(entryId, '', caller)))
})

/** The headers by which a receiver knows the sender; none without a secret. @throws PluginRefusal for one that cannot sign */
function signatureOf(
  secret: string,
  body: string,
  signed: ServerHost['signed'],
): Readonly<Record<string, string>> {
  if (secret === '') return {}
  if (!SIGNING_SECRET.test(secret)) throw new PluginRefusal('secretWrong')
  return signed(secret, { id: `msg_${randomUUID()}`, body })
}

type Saved = Awaited<ReturnType<Caller['entry']>>

async function fieldsOf(
  { entry, feed, labels, folder, starred }: Saved,
  named: ReadonlySet<string>,
  markdown: ServerHost['markdown'],
): Promise<Omit<Fields, 'selection' | 'highlights'>> {
  const content = entry.content ?? ''
  return {
    id: entry.id,
    title: entry.title ?? '',
    url: entry.url ?? '',
    author: entry.author ?? '',
    description: entry.description ?? '',
    content,
    markdown: named.has('markdown') ? await markdown(content) : '',
    publishedAt: entry.publishedAt,
    feedTitle: feed.title ?? '',
    feedUrl: feed.url,
    siteUrl: feed.siteUrl ?? '',
    labels: labels.join(', '),
    folder,
    starred: String(starred),
  }
}

/** The body, and its type where the user names none. @throws PluginRefusal when it is too long, or no JSON */
function withBody(template: string, fields: Fields, headers: Readonly<Record<string, string>>) {
  const type = headers['content-type'] ?? typeOf(template)
  const filling = fillingOf(template, fields, escapeFor(type))
  const { bytes } = filling
  if (bytes > MAX_BODY)
    throw new PluginRefusal('bodyTooLong', { kilobytes: Math.ceil(bytes / 1000), limit: MAX_BODY / 1000 })
  const body = filling.text()
  if (escapeFor(type) === 'json' && !isJson(body)) throw new PluginRefusal('template.notJson')
  return { body, headers: { ...headers, 'content-type': type } }
}

const typeOf = (template: string): string =>
  isJson(template) ? 'application/json' : 'text/plain; charset=utf-8'

function escapeFor(type: string): Escape {
  if (/\bjson\b/i.test(type)) return 'json'
  return /^application\/x-www-form-urlencoded\b/i.test(type) ? 'address' : 'none'
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
