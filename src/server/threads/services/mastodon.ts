/** Mastodon, and servers with its interface: the context of a status. https://docs.joinmastodon.org/methods/statuses/#context */
import { escapeAttribute, escapeMarkup } from '../../../core/escape-markup.ts'
import { listOf, membersOf, numberOf, textOf, timeOf, type Members } from './json.ts'
import type { ThreadService } from './service.ts'

/** On any host, so only addresses of statuses with the long ids of such servers. */
const STATUS = /^\/(?:@[\w.-]+(?:@[\w.-]+)?|users\/[\w.-]+\/statuses)\/(\d{10,22})\/?$/

export const mastodon: ThreadService = {
  requestOf(page) {
    const id = STATUS.exec(page.pathname)?.[1]
    return id === undefined ? null : `${page.origin}/api/v1/statuses/${id}/context`
  },
  read(json) {
    const { descendants } = membersOf(json)
    return Array.isArray(descendants) ? { comments: commentsIn(descendants), total: null } : null
  },
}

/** Replies come before what replies to them, but not beside it. */
function* commentsIn(descendants: readonly unknown[]) {
  const statuses = listOf(descendants).map(membersOf)
  const ids = new Set(statuses.flatMap(({ id }) => textOf(id) ?? []))
  const byParent = Map.groupBy(statuses, (status) => {
    const parent = textOf(status['in_reply_to_id'])
    return parent !== null && ids.has(parent) ? parent : null
  })
  const written = new Set<string>()
  const pending = (byParent.get(null) ?? []).map((status) => ({ status, depth: 0 })).toReversed()
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { status, depth } = next
    const id = textOf(status['id'])
    if (id === null || written.has(id)) continue
    written.add(id)
    const account = membersOf(status['account'])
    yield {
      id,
      depth,
      author: textOf(account['display_name']) ?? textOf(account['acct']),
      authorUrl: textOf(account['url']),
      url: textOf(status['url']),
      at: timeOf(status['created_at']),
      html: htmlOf(status),
      score: numberOf(status['favourites_count']),
    }
    for (const reply of (byParent.get(id) ?? []).toReversed())
      pending.push({ status: reply, depth: depth + 1 })
  }
}

function htmlOf(status: Members): string {
  const warning = textOf(status['spoiler_text'])
  const content = textOf(status['content']) ?? ''
  const pictures = listOf(status['media_attachments']).map(pictureOf).join('')
  const body = content + pictures
  return warning === null ? body : `<details><summary>${escapeMarkup(warning)}</summary>${body}</details>`
}

function pictureOf(attachment: unknown): string {
  const { type, url, description } = membersOf(attachment)
  const address = textOf(url)
  if (type !== 'image' || address === null) return ''
  return `<p><img src="${escapeAttribute(address)}" alt="${escapeAttribute(textOf(description) ?? '')}"></p>`
}
