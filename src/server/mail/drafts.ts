/** What arrives in an inbox, from whatever side, as an entry that is safe to keep. */
import { createHash } from 'node:crypto'
import type { Checked } from '../../contract/calls.ts'
import type { InboxEntry } from '../../contract/inboxes.ts'
import type { Extra, Media } from '../../contract/shapes.ts'
import type { EntryDraft } from '../feeds/draft.ts'
import { absolute } from '../feeds/normalise/address.ts'
import { readDate } from '../feeds/normalise/dates.ts'
import { htmlOfText, oneLine, plainText } from '../feeds/normalise/text.ts'
import type { SafeHtml } from '../feeds/sanitise/safe-html.ts'
import { joinSafe, sanitise, type Picture } from '../feeds/sanitise/sanitise.ts'
import { illustrated } from './pictures.ts'
import { readMail, type Mail } from './read-mail.ts'
import type { Part } from './parse-mail.ts'
import type { Sender } from './sender.ts'
import { clean } from './text.ts'

const DESCRIPTION_MAX = 400
/** An attached message may have another one attached. */
const ATTACHED_DEPTH = 3
/** Clocks of senders go wrong; an entry must not stand above all others for years. */
const AHEAD_MS = 600_000

/** From a program (inboxes/webhook). */
export function draftOfEntry(entry: InboxEntry): EntryDraft {
  const base = absolute(entry.url ?? undefined, null)
  const { content, media } = safe(entry.content ?? null, base)
  const given = (entry.media ?? []).flatMap(pictured)
  return {
    guid: clean(entry.guid),
    title: line(entry.title),
    url: base,
    content,
    description: line(entry.description) ?? excerpt(content),
    author: line(entry.author),
    authorUrl: link(entry.authorUrl),
    authorAvatar: absolute(entry.authorAvatar ?? undefined, null),
    language: line(entry.language),
    categories: (entry.categories ?? []).flatMap((name) => line(name) ?? []),
    media: given.length > 0 ? given : media,
    attachments: (entry.attachments ?? []).filter(({ url }) => absolute(url, null) !== null),
    extra: safeExtra(entry.extra ?? null),
    publishedAt: Date.parse(entry.publishedAt),
  }
}

/** From a mail gateway (inboxes/email), which has read the mail already. @param now ms, the ceiling for dates */
export function draftOfEmail(mail: Checked<'inboxes.email'>, now: number): EntryDraft {
  const { content, media } = safe(mail.html ?? null, null)
  const date = typeof mail.date === 'number' ? mail.date : readDate(mail.date)
  return {
    ...blank,
    ...written({ name: line(mail.from?.name), address: line(mail.from?.address) }),
    guid: clean(mail.messageId).replace(/^<|>$/g, ''),
    title: line(mail.subject),
    content,
    description: excerpt(content),
    media,
    publishedAt: notAhead(date, now),
  }
}

/** From a mail as it came. @param now ms, the ceiling for dates */
export async function draftOfMail(mail: Mail, now: number): Promise<EntryDraft> {
  const { content, media } = safe(await bodyOf(mail, ATTACHED_DEPTH), null)
  const unsubscribe = mail.unsubscribe.flatMap((url) => link(url) ?? [])
  return {
    ...blank,
    ...written(mail.from),
    guid: mail.messageId === null ? namedByContent(mail) : clean(mail.messageId),
    title: mail.subject,
    url: absolute(mail.archivedAt ?? undefined, null),
    content: withUnsubscribe(content, unsubscribe[0]),
    description: excerpt(content),
    media,
    extra:
      unsubscribe.length === 0 ? null : { links: unsubscribe.map((url) => ({ type: 'unsubscribe', url })) },
    publishedAt: notAhead(mail.date ?? mail.receivedAt, now),
  }
}

/** A mail's own HTML made safe, its pictures in place; null for one that is text alone. */
export function htmlOfMail({ html, parts }: Mail): string | null {
  return html === null ? null : sanitise(illustrated(html, parts).html, null).html
}

/** Nothing of a medium whose address leads elsewhere than to the Web, and no preview that does. */
function pictured({ preview_image_url: preview, ...medium }: Media): Media[] {
  if (absolute(medium.url, null) === null) return []
  return [absolute(preview, null) === null ? medium : { ...medium, preview_image_url: preview }]
}

const blank: EntryDraft = {
  guid: '',
  title: null,
  url: null,
  content: null,
  description: null,
  author: null,
  authorUrl: null,
  authorAvatar: null,
  language: null,
  categories: [],
  media: [],
  attachments: [],
  extra: null,
  publishedAt: null,
}

const written = ({ name, address }: Sender): Pick<EntryDraft, 'author' | 'authorUrl'> => ({
  author: name ?? address,
  authorUrl: address === null ? null : link(`mailto:${address}`),
})

async function bodyOf(mail: Mail, depth: number): Promise<string> {
  const own = mail.html ?? htmlOfText(mail.text ?? '')
  const { html, rest } = illustrated(own, mail.parts)
  const messages = rest.filter(({ mimeType }) => mimeType === 'message/rfc822')
  const others = rest.filter(({ mimeType }) => mimeType !== 'message/rfc822')
  const attached = depth > 0 ? await Promise.all(messages.map((part) => messageOf(part, depth - 1))) : []
  return [html, ...attached, filesOf(others)].join('')
}

async function messageOf({ bytes }: Part, depth: number): Promise<string> {
  const mail = await readMail(bytes)
  const from = mail.from.name ?? mail.from.address
  const head = [mail.subject, from]
    .filter((words) => words !== null)
    .map((words) => `<p><b>${escaped(words)}</b></p>`)
  return `<hr>${head.join('')}${await bodyOf(mail, depth)}`
}

/** What hangs on a mail and is no picture is named, not kept. */
function filesOf(parts: readonly Part[]): string {
  const named = parts.filter(({ filename, disposition }) => filename !== null && disposition !== 'inline')
  if (named.length === 0) return ''
  const items = named.map(
    ({ filename, bytes }) => `<li>📎 ${escaped(filename ?? '')} (${Math.ceil(bytes.length / 1024)} KB)</li>`,
  )
  return `<hr><ul>${items.join('')}</ul>`
}

/** At the end, unless the mail itself has the link. */
function withUnsubscribe(content: SafeHtml | null, url: string | undefined): SafeHtml | null {
  if (url === undefined || content?.includes(escaped(url))) return content
  const anchor = sanitise(`<hr /><p><a href="${escaped(url)}">Unsubscribe</a></p>`, null).html
  return content === null ? anchor : joinSafe([content, anchor])
}

function safe(html: string | null, base: string | null): { content: SafeHtml | null; media: Media[] } {
  if (html === null) return { content: null, media: [] }
  const { html: content, pictures } = sanitise(clean(html), base)
  return { content: content === '' ? null : content, media: pictures.map(mediaOf) }
}

const mediaOf = ({ url, width, height }: Picture): Media => ({
  type: 'photo',
  url,
  ...(width ? { width } : {}),
  ...(height ? { height } : {}),
})

function safeExtra(extra: Extra | null): Extra | null {
  const links = (extra?.links ?? []).flatMap(({ type, url, content_html: html }) => {
    const to = link(url)
    if (to === null) return []
    return [
      { type, url: to, ...(html === undefined ? {} : { content_html: sanitise(clean(html), to).html }) },
    ]
  })
  return links.length > 0 ? { links } : null
}

const line = (text: string | null | undefined): string | null => oneLine(clean(text ?? ''))
const excerpt = (html: string | null): string | null => plainText(html ?? undefined, DESCRIPTION_MAX)

/** An address of the web or of a person. */
function link(url: string | null | undefined): string | null {
  const at = URL.parse(clean(url ?? '').trim())
  return at && /^(https?|mailto):$/.test(at.protocol) ? at.href : null
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const notAhead = (date: number | null, now: number): number | null =>
  date === null || date > now + AHEAD_MS ? null : date

/** A mail without a Message-ID is the same one when it says the same. */
function namedByContent({ subject, date, from, html, text }: Mail): string {
  const said = JSON.stringify([subject, date, from, html, text])
  return `lectern:${createHash('sha256').update(said).digest('base64url').slice(0, 22)}`
}
