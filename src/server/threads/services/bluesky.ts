/** Bluesky, by its public interface: https://docs.bsky.app/docs/api/app-bsky-feed-get-post-thread */
import { escapeAttribute, escapeMarkup } from '../../../core/escape-markup.ts'
import { inOrder, listOf, membersOf, numberOf, textOf, timeOf, type Members } from './json.ts'
import type { ThreadService } from './service.ts'

const SITE = 'https://bsky.app'
const POST = /^\/profile\/([\w.:%-]{3,100})\/post\/([a-z\d]{5,30})\/?$/

export const bluesky: ThreadService = {
  requestOf(page, { bluesky: base }) {
    const [, author, key] = (page.hostname === 'bsky.app' && POST.exec(page.pathname)) || []
    if (author === undefined || key === undefined) return null
    const uri = `at://${author.replaceAll('%3A', ':')}/app.bsky.feed.post/${key}`
    return `${base}/xrpc/app.bsky.feed.getPostThread?uri=${encodeURIComponent(uri)}&depth=100&parentHeight=0`
  },
  read(json) {
    const thread = membersOf(membersOf(json)['thread'])
    const post = membersOf(thread['post'])
    if (textOf(post['uri']) === null) return null
    return { comments: commentsIn(listOf(thread['replies'])), total: null }
  },
}

function* commentsIn(replies: readonly unknown[]) {
  for (const { node, depth } of inOrder(replies, (one) => listOf(one['replies']))) {
    const post = membersOf(node['post'])
    const uri = textOf(post['uri']) ?? textOf(node['uri'])
    if (uri === null) continue
    const author = membersOf(post['author'])
    const record = membersOf(post['record'])
    const profile = textOf(author['did']) ?? textOf(author['handle'])
    yield {
      id: uri,
      depth,
      author: textOf(author['displayName']) ?? textOf(author['handle']),
      authorUrl: profile && `${SITE}/profile/${encodeURIComponent(profile)}`,
      url: profile && `${SITE}/profile/${encodeURIComponent(profile)}/post/${uri.split('/').at(-1)}`,
      at: timeOf(record['createdAt']) ?? timeOf(post['indexedAt']),
      // Posts that are deleted or blocked have none.
      html: post['record'] === undefined ? null : htmlOf(record),
      score: numberOf(post['likeCount']),
    }
  }
}

/** The text with its links, which are given by ranges of UTF-8 bytes. */
function htmlOf(record: Members): string {
  const bytes = Buffer.from(textOf(record['text']) ?? '')
  let [html, from] = ['', 0]
  const textTo = (to: number) => {
    html += escapeMarkup(bytes.subarray(from, to).toString())
    from = to
  }
  for (const { start, end, href } of linksIn(record['facets'])) {
    if (start < from || end <= start || end > bytes.length) continue
    textTo(start)
    html += `<a href="${escapeAttribute(href)}">`
    textTo(end)
    html += '</a>'
  }
  textTo(bytes.length)
  return `<p>${html.replaceAll('\n', '<br>')}</p>`
}

function linksIn(facets: unknown) {
  const links = listOf(facets).flatMap((facet) => {
    const { index, features } = membersOf(facet)
    const [start, end] = [numberOf(membersOf(index)['byteStart']), numberOf(membersOf(index)['byteEnd'])]
    const href = listOf(features)
      .map((feature) => textOf(membersOf(feature)['uri']))
      .find((uri) => uri !== null)
    return start !== null && end !== null && href ? [{ start, end, href }] : []
  })
  return links.toSorted((a, b) => a.start - b.start)
}
