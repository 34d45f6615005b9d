/** A response as comments: bounded and sanitised. Pure. */
import type { ThreadComment, ThreadServiceName } from '../../contract/threads.ts'
import { normalise } from '../feeds/normalise/normalise.ts'
import { decode } from '../feeds/decode/decode.ts'
import { parseFeed } from '../feeds/parse/parse.ts'
import { sanitise } from '../feeds/sanitise/sanitise.ts'
import type { RawComment, RawThread } from './services/service.ts'
import { services } from './thread-source.ts'

export type ThreadInput = {
  readonly service: ThreadServiceName
  readonly bytes: Uint8Array
  readonly contentType: string | null
  /** Of the response. */
  readonly url: string
  /** The base of relative addresses. */
  readonly page: string
  /** ms since 1970 */
  readonly now: number
}
export type ReadThread = { readonly comments: readonly ThreadComment[]; readonly total: number }

const COMMENTS_MAX = 1_000
/** Characters of one comment, and of all together. */
const COMMENT_MAX = 40_000
const LENGTH_MAX = 800_000
const DEPTH_MAX = 100
const NAME_MAX = 100

/** @returns null where it is no thread */
export function readThread(input: ThreadInput): ReadThread | null {
  const raw = input.service === 'feed' ? fromFeed(input) : fromJson(input, input.service)
  if (!raw) return null
  const comments: ThreadComment[] = []
  let [length, count, depth] = [0, 0, -1]
  for (const one of raw.comments) {
    count += 1
    if (comments.length >= COMMENTS_MAX || length > LENGTH_MAX) continue
    // One without the comment it replies to would seem to reply to another.
    depth = Math.min(one.depth, depth + 1, DEPTH_MAX)
    const comment = commentOf({ ...one, depth }, input)
    length += comment.content?.length ?? 0
    comments.push(comment)
  }
  return { comments, total: Math.max(count, raw.total ?? 0) }
}

function fromJson({ bytes, page }: ThreadInput, service: keyof typeof services): RawThread | null {
  try {
    return services[service].read(JSON.parse(new TextDecoder().decode(bytes)), page)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** A feed of comments (wfw:commentRss, RFC 4685): the oldest first, as they were said. */
function fromFeed({ bytes, contentType, url, now }: ThreadInput): RawThread | null {
  const parsed = parseFeed(decode(bytes, contentType).text, url)
  if (!parsed.ok) return null
  const entries = normalise(parsed.document, url, now).entries.toSorted(
    (a, b) => (a.publishedAt ?? 0) - (b.publishedAt ?? 0),
  )
  const comments = entries.map((entry): RawComment => ({
    id: entry.guid,
    depth: 0,
    author: entry.author ?? entry.title,
    authorUrl: entry.authorUrl,
    url: entry.url,
    at: entry.publishedAt,
    html: entry.content ?? '',
    score: null,
  }))
  return { comments, total: null }
}

function commentOf({ at, html, ...comment }: RawComment, { page, now }: ThreadInput): ThreadComment {
  return {
    ...comment,
    id: comment.id.slice(0, 500),
    author: comment.author?.slice(0, NAME_MAX) ?? null,
    authorUrl: webAddress(comment.authorUrl),
    url: webAddress(comment.url),
    publishedAt: at === null ? null : new Date(Math.min(at, now)).toISOString(),
    content: html === null ? null : sanitise(html.slice(0, COMMENT_MAX), page).html,
  }
}

const webAddress = (url: string | null): string | null =>
  url !== null && url.length < 2_048 && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null
