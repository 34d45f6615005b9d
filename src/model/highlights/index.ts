import { attach, sample } from 'effector'
import { errorNotified, infoNotified } from '../app/events.ts'
import { $services } from '../services.ts'
import { highlightsExportRequested } from './events.ts'
import { $highlights } from './tables.ts'

export { excerptOf } from './changes.ts'

/** Writes highlights as Markdown: to a file, or to the clipboard. */
type ExportRequest = { readonly entryIds: readonly string[] | null; readonly format: 'file' | 'copy' }
const exportFx = attach({
  source: { services: $services, all: $highlights },
  effect: async ({ services: { platform, clock }, all }, { entryIds, format }: ExportRequest) => {
    const chosen = entryIds ? all.filter(({ entryId }) => entryIds.includes(entryId)) : all
    if (chosen.length === 0) return { key: 'app:highlights.nothingToExport', values: { count: 0 } }
    const { highlightsMarkdown } = await import('../../contract/highlights-markdown.ts')
    const text = highlightsMarkdown(chosen)
    if (format === 'copy') {
      await platform.copyText(text)
      return { key: 'app:highlights.copied', values: { count: chosen.length } }
    }
    const day = new Date(clock.now()).toISOString().slice(0, 10)
    platform.download(`highlights-${day}.md`, text)
    return { key: 'app:highlights.exported', values: { count: chosen.length } }
  },
})
sample({ clock: highlightsExportRequested, target: exportFx })
sample({ clock: exportFx.doneData, target: infoNotified })
sample({
  clock: exportFx.fail,
  fn: () => ({ key: 'app:highlights.exportFailed' }),
  target: errorNotified,
})

export {
  $editedNote,
  highlightCreated,
  highlightDeleted,
  highlightRequested,
  highlightsExportRequested,
  highlightUpdated,
  marginShown,
  noteEdited,
  noteRequested,
} from './events.ts'
export {
  $currentHighlight,
  $meantHighlight,
  $placedHighlights,
  highlightOpened,
  highlightSelected,
  highlightsFound,
  highlightStepped,
  paneLeft,
} from './places.ts'
export { $areHighlightsKnown } from './sync.ts'
export { $sentences, sentencesFound, sentencesRequested } from './sentences.ts'
export { $highlights, $highlightsByEntry, type UserHighlight } from './tables.ts'
