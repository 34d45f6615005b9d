/** Reddit: the page of a post is also there as `.json`. */
import { inOrder, listOf, membersOf, numberOf, textOf, timeOf, type Members } from './json.ts'
import type { ThreadService } from './service.ts'

const SITE = 'https://www.reddit.com'
const HOSTS = /^(www\.|old\.|new\.|np\.)?reddit\.com$/
const DELETED = /^\[(deleted|removed)\]$/

export const reddit: ThreadService = {
  requestOf(page, { reddit: base }) {
    const id = HOSTS.test(page.hostname)
      ? /\/comments\/([a-z\d]{1,12})(\/|$)/.exec(page.pathname)?.[1]
      : undefined
    return id === undefined ? null : `${base}/comments/${id}.json?limit=500&raw_json=1`
  },
  read(json) {
    const [post, comments] = listOf(json)
    if (!comments) return null
    const [first] = childrenIn(post)
    const total = numberOf(dataOf(first)['num_comments'])
    return { comments: commentsIn(childrenIn(comments)), total }
  },
}

const dataOf = (thing: unknown): Members => membersOf(membersOf(thing)['data'])
const childrenIn = (listing: unknown): readonly unknown[] => listOf(dataOf(listing)['children'])

function* commentsIn(children: readonly unknown[]) {
  for (const { node, depth } of inOrder(children, (one) => childrenIn(dataOf(one)['replies']))) {
    const comment = dataOf(node)
    const id = textOf(comment['id'])
    // The others stand for comments that are not in the response.
    if (node['kind'] !== 't1' || id === null) continue
    const author = textOf(comment['author'])
    const isDeleted = DELETED.test(textOf(comment['body']) ?? '')
    const path = textOf(comment['permalink'])
    yield {
      id,
      depth,
      author: author === null || DELETED.test(author) ? null : author,
      authorUrl:
        author === null || DELETED.test(author) ? null : `${SITE}/user/${encodeURIComponent(author)}`,
      url: path?.startsWith('/') ? `${SITE}${path}` : null,
      at: timeOf(comment['created_utc']),
      html: isDeleted ? null : textOf(comment['body_html']),
      score: numberOf(comment['score']),
    }
  }
}
