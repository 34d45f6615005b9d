/** Converts a raw mail to a sanitised entry. Pure; slow on large mails, so it runs in a child process. */
import { createHash } from 'node:crypto'
import type { ParsedEntry } from '../../feeds/parsed-feed.ts'
import { absolute } from '../../feeds/normalise/address.ts'
import { htmlOfText } from '../../feeds/normalise/text.ts'
import type { SafeHtml } from '../../feeds/sanitise/safe-html.ts'
import { joinSafe, sanitise } from '../../feeds/sanitise/sanitise.ts'
import { escapeAttribute } from '../../../core/escape-markup.ts'
import { blank, excerpt, link, notAhead, safe, written } from './parsed-mail.ts'
import type { Part } from './parse-mail.ts'
import { readMail, type Mail } from './read-mail.ts'
import { clean } from './text.ts'

/** `now` in ms, the upper bound for dates. */
export type MailInput = { readonly raw: Uint8Array; readonly now: number }

/** Characters of a mail without its pictures; the same limit as for entries sent by programs. */
const LENGTH_MAX = 2_000_000
/** Attached messages may nest. */
const ATTACHED_DEPTH = 3

export const readMailEntry = async ({ raw, now }: MailInput): Promise<ParsedEntry> =>
  draftOfMail(await readMail(raw), now)

/** @param now ms, the upper bound for dates */
export async function draftOfMail(mail: Mail, now: number): Promise<ParsedEntry> {
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

/** The sanitised HTML with embedded pictures; null for a plain-text mail. */
export function htmlOfMail({ html, parts }: Mail): string | null {
  return html === null ? null : sanitise(illustrated(html, parts).html, null).html
}

async function bodyOf(mail: Mail, depth: number): Promise<string> {
  const body = mail.html === null ? htmlOfText(cut(mail.text ?? '')) : cut(mail.html)
  const { html, rest } = illustrated(body, mail.parts)
  const messages = rest.filter(({ mimeType }) => mimeType === 'message/rfc822')
  const others = rest.filter(({ mimeType }) => mimeType !== 'message/rfc822')
  const attached = depth > 0 ? await Promise.all(messages.map((part) => messageOf(part, depth - 1))) : []
  return [html, ...attached, filesOf(others)].join('')
}

const cut = (text: string): string => (text.length > LENGTH_MAX ? `${text.slice(0, LENGTH_MAX)}…` : text)

async function messageOf({ bytes }: Part, depth: number): Promise<string> {
  const mail = await readMail(bytes)
  const from = mail.from.name ?? mail.from.address
  const header = [mail.subject, from]
    .filter((text) => text !== null)
    .map((text) => `<p><b>${escapeAttribute(text)}</b></p>`)
  return `<hr>${header.join('')}${await bodyOf(mail, depth)}`
}

/** Attachments other than pictures are listed by name and not stored. */
function filesOf(parts: readonly Part[]): string {
  const named = parts.filter(({ filename, disposition }) => filename !== null && disposition !== 'inline')
  if (named.length === 0) return ''
  const items = named.map(
    ({ filename, bytes }) =>
      `<li>📎 ${escapeAttribute(filename ?? '')} (${Math.ceil(bytes.length / 1024)} KB)</li>`,
  )
  return `<hr><ul>${items.join('')}</ul>`
}

/** Appends the unsubscribe link unless the mail contains it. */
function withUnsubscribe(content: SafeHtml | null, url: string | undefined): SafeHtml | null {
  if (url === undefined || content?.includes(escapeAttribute(url))) return content
  const anchor = sanitise(`<hr /><p><a href="${escapeAttribute(url)}">Unsubscribe</a></p>`, null).html
  return content === null ? anchor : joinSafe([content, anchor])
}

/** A guid derived from the content, for mails without a Message-ID. */
function namedByContent({ subject, date, from, html, text }: Mail): string {
  const identity = JSON.stringify([subject, date, from, html, text])
  return `lectern:${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}`
}

/** Embeds the pictures attached to a mail as data URLs, since no other server has them. */
const PICTURE = /^image\/(png|gif|jpe?g|webp|avif|bmp)$/
/** Bytes. Bounds the size of the entry content. */
const ONE_MAX = 700_000
const ALL_MAX = 3_000_000

type Illustrated = {
  readonly html: string
  /** Parts that were not embedded. */
  readonly rest: readonly Part[]
}

/** @param html names pictures as `cid:…`, or by the file name alone; pictures it does not name follow at its end */
function illustrated(html: string, parts: readonly Part[]): Illustrated {
  const embedded = new Set(bounded(parts.filter(isPicture)))
  const byName = new Map([...embedded].flatMap((part) => namesOf(part).map((name) => [name, part] as const)))
  const referenced = new Set<Part>()
  const withImages = html.replace(/\bcid:([^\s"'<>)]+)/gi, (match, name: string) => {
    const part = byName.get(decoded(name).toLowerCase())
    if (!part) return match
    referenced.add(part)
    return dataOf(part)
  })
  const unreferenced = [...embedded].filter((part) => !referenced.has(part))
  const pictures = unreferenced.map((part) => `<p><img src="${dataOf(part)}" alt=""></p>`).join('')
  return { html: withImages + pictures, rest: parts.filter((part) => !embedded.has(part)) }
}

const isPicture = ({ mimeType, bytes }: Part): boolean => PICTURE.test(mimeType) && bytes.length > 0

function bounded(pictures: readonly Part[]): Part[] {
  let remaining = ALL_MAX
  return pictures.filter(({ bytes }) => {
    if (bytes.length > ONE_MAX || bytes.length > remaining) return false
    remaining -= bytes.length
    return true
  })
}

const namesOf = ({ contentId, filename }: Part): string[] =>
  [contentId, filename].flatMap((name) => name?.toLowerCase() ?? [])

const dataOf = ({ mimeType, bytes }: Part): string =>
  `data:${mimeType.replace('image/jpg', 'image/jpeg')};base64,${Buffer.from(bytes).toString('base64')}`

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
