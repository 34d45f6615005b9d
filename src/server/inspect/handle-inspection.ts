/** Handles one inspection request with the functions that the server itself uses (design.md 2). */
import { z } from 'zod'
import { decode } from '../feeds/decode/decode.ts'
import { discover } from '../feeds/discover/discover.ts'
import { generatedFeeds } from '../feeds/discover/generators.ts'
import { hostFeeds, profileFeed } from '../feeds/discover/hosts.ts'
import { distinctFeeds, linkedFeeds } from '../feeds/discover/linked-feeds.ts'
import { normaliseAddress } from '../feeds/fetch/source.ts'
import type { Pipeline } from '../feeds/pipeline.ts'
import { readDocument } from '../feeds/read-document.ts'
import { sanitise } from '../feeds/sanitise/sanitise.ts'
import { htmlOfMail } from '../email/incoming/read-mail-entry.ts'
import { readMail } from '../email/incoming/read-mail.ts'
import { parseOpml } from '../opml/parse.ts'
import { inputShape, materialOf, type Input, type Material } from './input.ts'

export const inspectRequest = z.object({
  id: z.union([z.string(), z.number()]),
  kind: z.string(),
  input: inputShape,
})
export type InspectRequest = z.infer<typeof inspectRequest>
export type Tools = Pick<Pipeline, 'config' | 'outbound' | 'parsing' | 'now'>
type Answering = (tools: Tools, input: Input) => Promise<Record<string, unknown>>

/** @returns the fields of the output @throws Error with a message when the input is refused */
export async function inspect(
  tools: Tools,
  { kind, input }: InspectRequest,
): Promise<Record<string, unknown>> {
  const answering = ANSWERS[kind]
  if (!answering) throw new Error(`There is nothing that inspects ${kind}`)
  return answering(tools, input)
}

const feed: Answering = async (tools, input) => {
  const material = await materialOf(tools.outbound, input)
  const read = await readDocument(material, tools.now())
  if (!read.ok) throw new Error(read.message)
  const { title, description, image, siteUrl, language } = read.feed
  return {
    feed: { title, description, image, siteUrl, language },
    entries: read.entries.map((entry) => ({
      ...entry,
      publishedAt: entry.publishedAt === null ? null : new Date(entry.publishedAt).toISOString(),
    })),
    encoding: read.encoding,
    format: read.format,
    rescued: read.rescued,
  }
}

/** A given page is parsed as it is; an address alone is fetched, as following it would. */
const discovery: Answering = async (tools, input) => {
  if (input.html === undefined && input.file === undefined)
    return { feeds: (await discover(tools, input.url ?? '')).feeds }
  const material = await materialOf(tools.outbound, input)
  const read = await readDocument(material, tools.now())
  if (read.ok) return { feeds: [{ url: material.url, title: read.feed.title }] }
  const html = decode(material.bytes, material.contentType).text
  const { declared, guessed, movesTo } = linkedFeeds(html, material.url, material.links)
  const named = distinctFeeds([
    ...(hostFeeds(normaliseAddress(material.url) ?? material.url) ?? []),
    ...declared,
  ])
  if (named.length > 0) return { feeds: named }
  const profile = URL.parse(material.url) ? profileFeed(new URL(material.url)) : null
  const likely = [profile, ...guessed, movesTo, ...generatedFeeds(html, material.url)].filter(
    (url) => url !== null,
  )
  return { feeds: distinctFeeds(likely.map((url) => ({ url, title: null }))) }
}

const readability: Answering = async (tools, input) => {
  const material = await materialOf(tools.outbound, input)
  const article = await tools.parsing.parse('article', pageOf(material))
  if (!article) throw new Error('The page has no article')
  const { length: _length, next: _next, ...answer } = article
  return answer
}

/** The parsed parts of a page. */
export const pageOf = ({ bytes, contentType, url }: Material) => ({ bytes, contentType, url })

const sanitize: Answering = async (tools, input) => {
  const material = await materialOf(tools.outbound, input)
  return { html: sanitise(decode(material.bytes, material.contentType).text, input.url ?? null).html }
}

/** A name that is unknown here is allowed by its spelling; `addresses` replaces its resolution. */
const ssrf: Answering = async (tools, { url = '', addresses }) => ({
  allowed: (await tools.outbound.refusal(url, addresses)) === null,
})

const opml: Answering = async (tools, input) => {
  const material = await materialOf(tools.outbound, input)
  const items = parseOpml(Buffer.from(material.bytes))
  return {
    items: items.map(({ url, written, title, category, siteUrl }) => ({
      url: asWritten(url, written),
      title,
      category,
      siteUrl,
    })),
  }
}

/** An equivalent address stays as written: `https://a.example` needs no slash. */
const asWritten = (url: string | null, written: string): string =>
  url === null || URL.parse(written)?.href === url ? written : url

const mail: Answering = async (tools, input) => {
  const read = await readMail((await materialOf(tools.outbound, input)).bytes)
  return {
    subject: read.subject,
    fromName: read.from.name,
    fromAddress: read.from.address,
    date: read.date === null ? null : new Date(read.date).toISOString(),
    html: htmlOfMail(read),
    text: read.text,
    attachments: read.parts.map(({ filename, mimeType }) => ({ filename, mime_type: mimeType })),
  }
}

const ANSWERS: Readonly<Record<string, Answering>> = {
  feed,
  discover: discovery,
  readability,
  sanitize,
  ssrf,
  opml,
  mail,
}
