/** The subject of a chat, as text for the model. */
import type { Checked } from '../../contract/calls.ts'
import { plainText } from '../feeds/normalise/text.ts'
import type { RequestContext } from '../http/routes.ts'
import { contentsOf, newestEntries, visibleEntries } from '../storage/entries/entries.ts'
import { visibleFeedById } from '../storage/feeds/feeds-read.ts'
import { materialOf } from './material.ts'

/** Characters of the main entry, and of each other one. */
const MAIN_MAX = 12_000
const OTHER_MAX = 2000
/** Newest titles of a feed. */
const TITLES = 20

export type ChatContext = {
  /** Empty for a chat without a subject. */
  readonly text: string
  /** Entries whose end was left out. */
  readonly cutEntryIds: readonly string[]
}

/** Only entries that the user may read; the main entry as their rules rewrite it. */
export async function contextOf(
  request: RequestContext,
  context: NonNullable<Checked<'ai.chat'>['context']>,
): Promise<ChatContext> {
  const { storage, user } = request
  const { mainEntryId, target = 'content', referEntryIds = [], referFeedIds = [], selectedText } = context
  const ids = [...(mainEntryId === undefined ? [] : [mainEntryId]), ...referEntryIds]
  const entries = await visibleEntries(storage, user.id, ids)
  const contents = await contentsOf(
    storage,
    entries.map(({ id }) => id),
  )
  const cutEntryIds: string[] = []
  const sections: string[] = []
  for (const { id, title, description } of entries) {
    const isMain = id === mainEntryId
    const max = isMain ? MAIN_MAX : OTHER_MAX
    const html = isMain ? await (await materialOf(request, id)).html(target) : contents.get(id)
    // Complete: a shortened text ends between two words, and does not show that it was cut.
    const text = plainText(html ?? description ?? '') ?? ''
    if (text.length > max) cutEntryIds.push(id)
    sections.push(`# ${title ?? 'An entry'}\n${text.slice(0, max)}`)
  }
  const feeds = await Promise.all(referFeedIds.map((id) => visibleFeedById(storage, user.id, id)))
  for (const feed of feeds) {
    if (!feed) continue
    const newest = await newestEntries(storage, feed.id, TITLES)
    sections.push(
      `# Newest of ${feed.title ?? feed.url}\n${newest.map(({ title }) => `- ${title ?? ''}`).join('\n')}`,
    )
  }
  if (selectedText) sections.push(`# What they have selected\n${selectedText}`)
  return { text: sections.join('\n\n'), cutEntryIds }
}
