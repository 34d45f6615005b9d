/** Converts the entries of programs to sanitised entries. A raw mail is read by read-mail-entry.ts. */
import type { Checked } from '../../../contract/calls.ts'
import type { InboxEntry } from '../../../contract/inboxes.ts'
import type { Extra, Media } from '../../../contract/shapes.ts'
import type { ParsedEntry } from '../../feeds/parsed-feed.ts'
import { absolute } from '../../feeds/normalise/address.ts'
import { readDate } from '../../feeds/normalise/dates.ts'
import { oneLine, plainText } from '../../feeds/normalise/text.ts'
import type { SafeHtml } from '../../feeds/sanitise/safe-html.ts'
import { sanitise, type Picture } from '../../feeds/sanitise/sanitise.ts'
import type { Sender } from './sender.ts'
import { clean } from './text.ts'

const DESCRIPTION_MAX = 400
/** Clocks of senders may be wrong; an entry must not stay on top of the list for years. */
const AHEAD_MS = 600_000

/** From a program (inboxes/webhook). */
export function parsedEntryOf(entry: InboxEntry): ParsedEntry {
  const base = absolute(entry.url ?? undefined, null)
  const { content, media } = safe(entry.content ?? null, base)
  const pictures = (entry.media ?? []).flatMap(pictured)
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
    media: pictures.length > 0 ? pictures : media,
    attachments: (entry.attachments ?? []).filter(({ url }) => absolute(url, null) !== null),
    extra: safeExtra(entry.extra ?? null),
    publishedAt: Date.parse(entry.publishedAt),
  }
}

/** From a mail gateway (inboxes/email), which has parsed the mail already. @param now ms, the upper bound for dates */
export function parsedEmailOf(mail: Checked<'inboxes.email'>, now: number): ParsedEntry {
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

/** Drops media and previews whose URL is not http or https. */
function pictured({ preview_image_url: preview, ...medium }: Media): Media[] {
  if (absolute(medium.url, null) === null) return []
  return [absolute(preview, null) === null ? medium : { ...medium, preview_image_url: preview }]
}

/** An empty entry. */
export const blank: ParsedEntry = {
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

export const written = ({ name, address }: Sender): Pick<ParsedEntry, 'author' | 'authorUrl'> => ({
  author: name ?? address,
  authorUrl: address === null ? null : link(`mailto:${address}`),
})

export function safe(html: string | null, base: string | null): { content: SafeHtml | null; media: Media[] } {
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
export const excerpt = (html: string | null): string | null => plainText(html ?? undefined, DESCRIPTION_MAX)

/** An http, https or mailto link. */
export function link(url: string | null | undefined): string | null {
  const at = URL.parse(clean(url ?? '').trim())
  return at && /^(https?|mailto):$/.test(at.protocol) ? at.href : null
}

export const notAhead = (date: number | null, now: number): number | null =>
  date === null || date > now + AHEAD_MS ? null : date
