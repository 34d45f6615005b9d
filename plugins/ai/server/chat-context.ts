/** The subject of a chat, as text for the model. */
import type { WireRequest } from '../../../src/plugin-api/server.ts'
import type { Input } from '../wire.ts'
import type { Services } from './services.ts'

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
  { plainText }: Services['host'],
  request: WireRequest,
  context: NonNullable<Input<'ai.chat'>['context']>,
): Promise<ChatContext> {
  const { mainEntryId, target = 'content', referEntryIds = [], referFeedIds = [], selectedText } = context
  const ids = [...(mainEntryId === undefined ? [] : [mainEntryId]), ...referEntryIds]
  const cutEntryIds: string[] = []
  const sections: string[] = []
  for (const { id, title, description, content } of await request.entries(ids)) {
    const isMain = id === mainEntryId
    const max = isMain ? MAIN_MAX : OTHER_MAX
    const html = isMain ? await (await request.entry(id)).html(target) : content
    // Complete: a shortened text ends between two words, and does not show that it was cut.
    const text = plainText(html ?? description ?? '') ?? ''
    if (text.length > max) cutEntryIds.push(id)
    sections.push(`# ${title ?? 'An entry'}\n${text.slice(0, max)}`)
  }
  for (const feed of await Promise.all(referFeedIds.map((id) => request.newestOf(id, TITLES))))
    if (feed)
      sections.push(
        `# Newest of ${feed.title}\n${feed.entries.map((title) => `- ${title ?? ''}`).join('\n')}`,
      )
  if (selectedText) sections.push(`# What they have selected\n${selectedText}`)
  return { text: sections.join('\n\n'), cutEntryIds }
}
