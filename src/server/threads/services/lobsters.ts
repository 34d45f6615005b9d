/** Lobsters: each of its pages is also there as `.json`. */
import { listOf, membersOf, numberOf, textOf, timeOf } from './json.ts'
import type { ThreadService } from './service.ts'

const SITE = 'https://lobste.rs'

export const lobsters: ThreadService = {
  requestOf(page, { lobsters: base }) {
    const id =
      page.hostname === 'lobste.rs' ? /^\/s\/([a-z\d]{4,12})(\/|$)/.exec(page.pathname)?.[1] : undefined
    return id === undefined ? null : `${base}/s/${id}.json`
  },
  read(json) {
    const story = membersOf(json)
    if (!Array.isArray(story['comments'])) return null
    return { comments: commentsIn(story['comments']), total: numberOf(story['comment_count']) }
  },
}

function* commentsIn(comments: readonly unknown[]) {
  for (const one of listOf(comments)) {
    const comment = membersOf(one)
    const id = textOf(comment['short_id'])
    if (id === null) continue
    const user = comment['commenting_user']
    const author = textOf(user) ?? textOf(membersOf(user)['username'])
    const isDeleted = comment['is_deleted'] === true || comment['is_moderated'] === true
    yield {
      id,
      depth: Math.max(0, numberOf(comment['depth']) ?? numberOf(comment['indent_level']) ?? 0),
      author: isDeleted ? null : author,
      authorUrl: author === null || isDeleted ? null : `${SITE}/~${encodeURIComponent(author)}`,
      url: textOf(comment['url']) ?? `${SITE}/c/${id}`,
      at: timeOf(comment['created_at']),
      html: isDeleted ? null : textOf(comment['comment']),
      score: numberOf(comment['score']),
    }
  }
}
