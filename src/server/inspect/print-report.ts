/** Prints how the pipeline processes a document, step by step. */
import { decode } from '../feeds/decode/decode.ts'
import { discover } from '../feeds/discover/discover.ts'
import { linkedFeeds } from '../feeds/discover/linked-feeds.ts'
import { readDocument, type ReadResult } from '../feeds/read-document.ts'
import { parseOpml } from '../opml/parse.ts'
import { pageOf, type Tools } from './handle-inspection.ts'
import { materialOf, type Material } from './input.ts'
import { readMail } from '../email/incoming/read-mail.ts'
import { draftOfMail } from '../email/incoming/read-mail-entry.ts'

/** @param target a file or an address @yields lines of text @throws with a message when there is nothing to inspect */
export async function* walk(tools: Tools, target: string): AsyncGenerator<string> {
  const isAddress = /^https?:\/\//i.test(target)
  const material = await materialOf(tools.outbound, isAddress ? { url: target } : { file: target })
  yield `fetch     ${material.bytes.length} bytes, ${material.contentType ?? 'no content type'}`
  if (isAddress) yield `          from ${material.url}`
  const { text, encoding } = decode(material.bytes, material.contentType)
  yield `decode    ${encoding}, ${text.length} characters`
  if (
    /<(opml|outline)[\s>]/i.test(text.slice(0, 5000)) &&
    !/<(rss|feed|rdf:rdf|html)[\s>]/i.test(text.slice(0, 5000))
  )
    return yield* walkOpml(material)
  if (isMail(text)) return yield* inspectMail(material.bytes, tools.now())
  const read = await readDocument(material, tools.now())
  if (read.ok) yield* walkFeed(read)
  else {
    yield `parse     ${read.message}`
    yield* walkPage(tools, material, text)
  }
}

function* walkFeed(read: Extract<ReadResult, { ok: true }>): Generator<string> {
  yield `parse     ${read.format}, ${read.entries.length} entries`
  for (const step of read.rescued) yield `rescue    ${step}`
  for (const [name, value] of Object.entries(read.feed)) yield `feed      ${name}: ${value ?? '(none)'}`
  for (const entry of read.entries) {
    yield ''
    yield `entry     ${entry.title ?? '(no title)'}`
    yield `          ${entry.url ?? '(no address)'}`
    yield `          guid ${entry.guid}`
    yield `          ${entry.publishedAt === null ? 'no date: will get its time of arrival' : new Date(entry.publishedAt).toISOString()}${entry.author ? `, by ${entry.author}` : ''}`
    const { content, media, attachments, categories } = entry
    yield `          ${content?.length ?? 0} characters of content, ${media.length} media, ${attachments.length} attachments`
    if (categories.length > 0) yield `          in ${categories.join(', ')}`
    if (entry.description) yield `          ${entry.description.slice(0, 160)}`
  }
}

async function* walkPage(tools: Tools, material: Material, html: string): AsyncGenerator<string> {
  const { declared, guessed } = linkedFeeds(html, material.url, material.links)
  for (const { url, title } of declared) yield `discover  ${url}${title ? ` (${title})` : ''}`
  for (const url of guessed) yield `discover  ${url}, perhaps`
  if (declared.length === 0 && material.fetched) {
    const { feeds } = await discover(tools, material.url)
    for (const { url, title } of feeds) yield `discover  ${url}${title ? ` (${title})` : ''}, looked at`
  }
  const article = await tools.parsing.parse('article', pageOf(material))
  if (!article) return yield 'article   none'
  yield `article   ${article.title ?? '(no title)'}${article.byline ? `, by ${article.byline}` : ''}`
  yield `sanitise  ${article.length} characters in, ${article.content.length} out`
  yield article.content
}

function* walkOpml(material: Material): Generator<string> {
  const lines = parseOpml(Buffer.from(material.bytes))
  yield `opml      ${lines.length} feeds`
  for (const { url, written, title, category } of lines)
    yield `          ${url ?? `not an address: ${written}`}${title ? ` (${title})` : ''}${category ? ` in ${category}` : ''}`
}

/** Prints how a mail is processed, step by step. */
const HEAD = 20_000

/** Documents begin with `<` or `{`, mails with headers, some of which every mail has. */
function isMail(text: string): boolean {
  const head = text.slice(0, HEAD).replace(/^\s*(From \S[^\n]*\n)?/, '')
  return (
    /^[A-Za-z][\w-]*:[^\n]*\n/.test(head) &&
    /^(from|subject|date|received|message-id|mime-version):/im.test(head)
  )
}

/** @param now ms, the ceiling for dates @yields lines of text */
async function* inspectMail(raw: Uint8Array, now: number): AsyncGenerator<string> {
  const mail = await readMail(raw)
  const { name, address } = mail.from
  yield `mail      ${mail.subject ?? '(no subject)'}`
  yield `          by ${name ?? '(no name)'} <${address ?? ''}>`
  yield `          ${mail.date === null ? 'no date: will get its time of arrival' : new Date(mail.date).toISOString()}`
  yield `          guid ${mail.messageId ?? '(none: made of its words)'}`
  yield `parts     ${mail.text?.length ?? 0} characters of text, ${mail.html?.length ?? 0} of HTML`
  for (const { filename, mimeType, bytes } of mail.parts)
    yield `          ${mimeType}, ${bytes.length} bytes${filename === null ? '' : `: ${filename}`}`
  for (const url of mail.unsubscribe) yield `leave     ${url}`
  const { content } = await draftOfMail(mail, now)
  yield `sanitise  ${content?.length ?? 0} characters out`
  if (content !== null) yield content
}
