/** Exports entries. Loads with the first request (feature.ts), and the converters with it. */
import { attach, createEvent, sample } from 'effector'
import { errorNotified, infoNotified } from '../../../model/app/index.ts'
import { $currentEntry, $entrySummaries, type CurrentEntry } from '../../../model/entries/index.ts'
import type { EntryHead } from '../../../model/rows.ts'
import { $services, type Services } from '../../../model/services.ts'
import type { ExportRequest } from '../../../model/reading/index.ts'
import { $feeds } from '../../../model/subscriptions/index.ts'
import { htmlOfText } from '../html-of-text.ts'
import { fileNameOf, type ExportedEntry } from './exported-entry.ts'

export const exportStarted = createEvent<ExportRequest>()

const exportFx = attach({
  source: { services: $services, summaries: $entrySummaries, current: $currentEntry, feeds: $feeds },
  effect: async ({ services, summaries, current, feeds }, { ids, format }: ExportRequest) => {
    const { sanitiseForExport } = await import('../sanitise.ts')
    const entries: ExportedEntry[] = []
    for (const id of ids) {
      const summary = summaries.get(id) ?? (current?.summary.id === id ? current.summary : undefined)
      if (!summary) continue
      const feed = feeds.get(summary.feedId)
      const html = await loadHtml(services, summary, current)
      entries.push({
        title: summary.title ?? summary.description?.slice(0, 80) ?? '',
        author: summary.author,
        feed: feed?.title ?? feed?.url ?? '',
        url: summary.url,
        publishedAt: summary.publishedAt,
        language: summary.language,
        content: sanitiseForExport(html),
      })
    }
    await write(services, entries, format)
    return { format, count: entries.length }
  },
})

async function write(
  services: Services,
  entries: readonly ExportedEntry[],
  format: ExportRequest['format'],
): Promise<void> {
  const { platform } = services
  if (format === 'html') {
    const [{ toHtml }, { inlinePictures }, { loadPictures }] = await Promise.all([
      import('./to-html.ts'),
      import('./inline-pictures.ts'),
      import('./load-pictures.ts'),
    ])
    for (const entry of entries) {
      // Offline, or without IMAGE_PROXY, pictures keep their addresses.
      await inlinePictures(entry.content, (addresses) => loadPictures(services, addresses)).catch(() => 0)
      platform.download(`${fileNameOf(entry)}.html`, toHtml(entry))
    }
    return
  }
  const { toMarkdown } = await import('./to-markdown.ts')
  if (format === 'copy-markdown') return platform.copyText(entries.map(toMarkdown).join('\n'))
  for (const entry of entries) platform.download(`${fileNameOf(entry)}.md`, toMarkdown(entry))
}

/** The full page when it is loaded (client-facts 7), else the feed's content, else its summary. */
async function loadHtml(
  { local, api }: Services,
  { id, description }: EntryHead,
  current: CurrentEntry | null,
): Promise<string> {
  const readable = current?.summary.id === id ? current.content.readability.html : null
  if (readable) return readable
  const stored = await local.call('entries.body', id)
  const content = stored?.content ?? (await api.entries.get({ id })).data?.entries.content
  return content || htmlOfText(description ?? '')
}

sample({ clock: exportStarted, target: exportFx })
sample({
  clock: exportFx.doneData,
  filter: ({ count }) => count > 0,
  fn: ({ format }) => ({ key: format === 'copy-markdown' ? 'common:state.copied' : 'app:reading.exported' }),
  target: infoNotified,
})
sample({ clock: exportFx.fail, fn: () => ({ key: 'app:reading.exportFailed' }), target: errorNotified })
