/** Hacker News, by the item interface of its search: https://hn.algolia.com/api */
import { inOrder, listOf, membersOf, numberOf, textOf, timeOf } from './json.ts'
import type { ThreadService } from './service.ts'

const SITE = 'https://news.ycombinator.com'

export const hackerNews: ThreadService = {
  requestOf(page, { hackerNews: base }) {
    const id = page.searchParams.get('id') ?? ''
    const isItem =
      page.hostname === 'news.ycombinator.com' && page.pathname === '/item' && /^\d{1,12}$/.test(id)
    return isItem ? `${base}/api/v1/items/${id}` : null
  },
  read(json) {
    const item = membersOf(json)
    if (!Array.isArray(item['children'])) return null
    return { comments: commentsIn(item['children']), total: null }
  },
}

function* commentsIn(children: readonly unknown[]) {
  for (const { node, depth } of inOrder(children, (one) => listOf(one['children']))) {
    const id = textOf(node['id'])
    const author = textOf(node['author'])
    const html = textOf(node['text'])
    // A deleted comment stays only for its replies.
    if (id === null || (html === null && listOf(node['children']).length === 0)) continue
    yield {
      id,
      depth,
      author,
      authorUrl: author && `${SITE}/user?id=${encodeURIComponent(author)}`,
      url: `${SITE}/item?id=${id}`,
      at: timeOf(node['created_at_i']) ?? timeOf(node['created_at']),
      html,
      score: numberOf(node['points']),
    }
  }
}
