/** Writes highlights as Markdown. Loads once the app is idle. */
import { attach, createEvent, sample } from 'effector'
import { highlightsMarkdown } from '../../contract/highlights-markdown.ts'
import {
  $highlights,
  $services,
  errorNotified,
  highlightsExportRequested,
  infoNotified,
} from '../../model/index.ts'

export const started = createEvent()

const exportFx = attach({
  source: { services: $services, all: $highlights },
  effect: async (
    { services: { platform, clock }, all },
    { entryIds, format }: { readonly entryIds: readonly string[] | null; readonly format: 'file' | 'copy' },
  ) => {
    const chosen = entryIds ? all.filter(({ entryId }) => entryIds.includes(entryId)) : all
    if (chosen.length === 0) return { key: 'app:highlights.nothingToExport', values: { count: 0 } }
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
