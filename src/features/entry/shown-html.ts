import type { CurrentEntry } from '../../model/entries/index.ts'
import { htmlOfText } from './html-of-text.ts'

/** The extracted article is requested and loaded. */
export const isExtracted = ({ content }: CurrentEntry, readerView: boolean): boolean =>
  readerView && content.readability.status === 'ready' && Boolean(content.readability.html)

/** The extracted article when loaded; before that and on failure the feed's content. A description is plain text. */
export function shownHtml(entry: CurrentEntry, readerView: boolean): string | null {
  const { summary, content } = entry
  if (isExtracted(entry, readerView)) return content.readability.html
  if (content.html || content.status === 'loading') return content.html || null
  return summary.description ? htmlOfText(summary.description) : null
}
